import { errorCode, type FileOperations } from "./file-operations.ts";

/** How often a process renews its claims, and when one of a process that cannot be seen counts no more. */
export interface Heartbeat {
  readonly everyMs: number;
  readonly deadAfterMs: number;
}

/**
 * Forty beats may be missing: a paused machine, a file server that is away and attributes that are cached for a minute
 * are not a death, and what a dead host left only takes room for ten minutes more.
 */
export const DEFAULT_HEARTBEAT: Heartbeat = { everyMs: 15_000, deadAfterMs: 600_000 };

/** Writes a file again from time to time; the answer stops that, and resolves when no write is in progress. */
export function beat(
  files: FileOperations,
  path: string,
  text: string,
  everyMs: number,
): () => Promise<void> {
  let isStopped = false;
  let beating: Promise<void> = Promise.resolve();
  const renew = async () => {
    if (isStopped) return;
    try {
      await files.rewriteText(path, text);
    } catch (error) {
      // Another host took this process for dead, or the directory was away: the file is again, if it can.
      if (errorCode(error) === "ENOENT") await files.createText(path, text).catch(() => {});
    }
  };
  const timer = setInterval(() => {
    beating = beating.then(renew);
  }, everyMs);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    return beating;
  };
}
