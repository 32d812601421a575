import { createProgress, type Progress, type ScreenProgress } from "./progress.ts";

/** The process as a command sees it: results go to `out`, everything said to a person goes to `err`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Brief progress is one line that is redrawn, and one plain line elsewhere. */
  progress(options?: { readonly isBrief?: boolean }): Progress;
  /** True when standard output is seen by a person. */
  readonly isTerminal: boolean;
  /** Aborted by the first ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  now(): number;
}

/** The real terminal. Progress appears on standard error, so that standard output holds results only. */
export function processTerminal(signal: AbortSignal): Terminal {
  const now = () => Date.now();
  let shown: ScreenProgress | undefined;
  const say = (stream: NodeJS.WriteStream, text: string) => {
    shown?.endLine();
    stream.write(`${text}\n`);
  };
  return {
    env: process.env,
    out: (text) => say(process.stdout, text),
    err: (text) => say(process.stderr, text),
    isTerminal: process.stdout.isTTY === true,
    progress: (options) => {
      shown = createProgress(
        {
          isTerminal: process.stderr.isTTY === true,
          // A terminal that does not know its width says 0.
          columns: process.stderr.columns || 80,
          write: (text) => void process.stderr.write(text),
        },
        now,
        options,
      );
      return shown;
    },
    signal,
    now,
  };
}
