import { createProgress, type Progress, type ScreenProgress } from "./progress.ts";

/** The process as a command sees it: results go to `out`, messages for people to `err`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Brief progress is one redrawn line on a terminal, and one plain line elsewhere. */
  progress(options?: { readonly isBrief?: boolean }): Progress;
  /** True when standard output is a terminal. */
  readonly isTerminal: boolean;
  readonly signal: AbortSignal;
  now(): number;
}

/** The terminal of this process. Progress goes to standard error: standard output holds results only. */
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
          // A terminal that does not know its width reports 0.
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
