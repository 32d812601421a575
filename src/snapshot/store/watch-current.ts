import { type FSWatcher, watch } from "node:fs";
import { access } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { badSnapshot } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { dataDirectory } from "./data-directory.ts";
import { readCurrent } from "./read-current.ts";

export type CurrentWatch = ReturnType<typeof watchCurrent>;

export interface WatchCurrentOptions {
  /** The id that is served already; only others are reported. */
  readonly initialId?: string | undefined;
  /** How often to look when no file event comes: network file systems send none. */
  readonly pollMs?: number;
  /** Takes a snapshot into use. When it rejects it is called again, for as long as CURRENT names that snapshot. */
  readonly onChange: (snapshotId: string) => void | Promise<void>;
  /** Told of every failure: without an id when CURRENT is gone, cannot be read or holds no id, or the served one is gone. */
  readonly onRefuse?: (snapshotId: string | undefined, error: unknown) => void;
  /** Told once after failures, when the snapshot that CURRENT names is in use. */
  readonly onRecover?: () => void;
}

/** One small read every two seconds is not measurable, and two seconds late is soon enough. */
const DEFAULT_POLL_MS = 2000;

/** A copy in progress is often whole a moment later; one that is not costs a look every few seconds. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 4000;

/**
 * Calls back with each new id in CURRENT until the callback accepts it. What was refused is retried after a while
 * that doubles from a quarter of a second to four seconds. The data directory must exist when the watch begins.
 */
export function watchCurrent(dataDir: string, options: WatchCurrentOptions) {
  const root = resolve(dataDir);
  const { current, snapshots } = dataDirectory(root);
  let usedId = options.initialId;
  let refusedId: string | undefined;
  let hasFailed = false;
  let retryMs = FIRST_RETRY_MS;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  let looking: Promise<void> = Promise.resolve();

  const tryAgainLater = (id: string) => {
    retryMs = id === refusedId ? Math.min(2 * retryMs, LONGEST_RETRY_MS) : FIRST_RETRY_MS;
    refusedId = id;
    clearTimeout(retry);
    retry = setTimeout(check, retryMs);
    retry.unref();
  };
  const recover = () => {
    clearTimeout(retry);
    refusedId = undefined;
    if (hasFailed) options.onRecover?.();
    hasFailed = false;
  };
  const look = async (isPoll: boolean) => {
    if (isClosed) return;
    let id: string | undefined;
    try {
      id = await readCurrent(root);
      if (isClosed) return;
      if (id === undefined && usedId === undefined) return;
      if (id === undefined) throw badSnapshot(`${current} is gone`);
      // The timer has the next try of what was refused.
      if (id === refusedId && isPoll) return;
      if (id !== usedId) await options.onChange(id);
      else if (await isGone(join(snapshots, id))) {
        // It is served on, from memory and open files; nothing is refused that could be retried.
        id = undefined;
        throw badSnapshot(`the snapshot that is served is gone from ${snapshots}`);
      }
      usedId = id;
      if (!isClosed) recover();
    } catch (error) {
      if (isClosed) return;
      hasFailed = true;
      // Without an id no timer has the next try of what was refused before: any look may try it.
      if (id === undefined) refusedId = undefined;
      else tryAgainLater(id);
      options.onRefuse?.(id, error);
    }
  };
  // One look after the other, so that an older answer cannot come after a newer one. A callback that throws ends its look
  // and no other.
  const lookNext = (isPoll: boolean) => {
    const next = looking.then(() => look(isPoll));
    looking = next.catch(() => {});
    return next;
  };
  const check = () => lookNext(false);

  const watcher = watchDirectory(root, (name) => {
    if (name === null || name === basename(current)) void check();
  });
  const timer = setInterval(() => lookNext(true), options.pollMs ?? DEFAULT_POLL_MS);
  timer.unref();
  return {
    /** Looks at CURRENT now, and tries a refused snapshot again at once; resolves when that has been done. */
    check,
    /** Resolves when no callback is in progress any more. */
    close: () => {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(retry);
      watcher?.close();
      return looking;
    },
  };
}

function isGone(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    (error) => errorCode(error) === "ENOENT",
  );
}

/** A watcher that does not keep the process alive; undefined where the system has none to give, then polling remains. */
function watchDirectory(root: string, onName: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(root, { persistent: false }, (_event, name) => onName(name));
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
