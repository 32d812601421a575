import { createProgress, type Progress, type ScreenProgress } from "./progress.ts";

/** The process as a command sees it: results go to `out`, everything said to a person goes to `err`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  progress(): Progress;
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
    progress: () => {
      shown = createProgress(
        {
          isTerminal: process.stderr.isTTY === true,
          // A terminal that does not know its width says 0.
          columns: process.stderr.columns || 80,
          write: (text) => void process.stderr.write(text),
        },
        now,
      );
      return shown;
    },
    signal,
    now,
  };
}
