import { createProgress, type Progress } from "./progress.ts";

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
  return {
    env: process.env,
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    progress: () =>
      createProgress(
        {
          isTerminal: process.stderr.isTTY === true,
          columns: process.stderr.columns ?? 80,
          write: (text) => void process.stderr.write(text),
        },
        now,
      ),
    signal,
    now,
  };
}
