import { errorCode, type FileOperations } from "./file-operations.ts";

/** Renewal interval of claims, and the age at which a claim of a process on another host counts as dead. */
export interface Heartbeat {
  readonly everyMs: number;
  readonly deadAfterMs: number;
}

/**
 * Forty missed beats are not a death: a paused machine, a file server that is down, attributes cached for a
 * minute. What a dead host leaves only takes space for ten more minutes.
 */
export const DEFAULT_HEARTBEAT: Heartbeat = { everyMs: 15_000, deadAfterMs: 600_000 };

/** Rewrites a file at an interval. The returned function stops it, and resolves after the last write. */
export function beat(
  files: FileOperations,
  path: string,
  text: string,
  everyMs: number,
): () => Promise<void> {
  let isStopped = false;
  let renewal: Promise<void> = Promise.resolve();
  const renew = async () => {
    if (isStopped) return;
    try {
      await files.rewriteText(path, text);
    } catch (error) {
      // Another host took this process for dead, or the directory was unavailable: try to create it again.
      if (errorCode(error) === "ENOENT") await files.createText(path, text).catch(() => {});
    }
  };
  const timer = setInterval(() => {
    renewal = renewal.then(renew);
  }, everyMs);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    return renewal;
  };
}
