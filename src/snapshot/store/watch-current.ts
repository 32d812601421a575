import { type FSWatcher, watch } from "node:fs";
import { access } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { badSnapshot } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { dataDirectory } from "./data-directory.ts";
import { readCurrent } from "./read-current.ts";

export type CurrentWatch = ReturnType<typeof watchCurrent>;

export interface WatchCurrentOptions {
  /** Id that is already in use; only others are reported. */
  readonly initialId?: string | undefined;
  /** Poll interval, needed because network file systems send no file events. */
  readonly pollMs?: number;
  /** Takes a snapshot into use. Retried after it rejects, as long as CURRENT names that snapshot. */
  readonly onChange: (snapshotId: string) => void | Promise<void>;
  /** Called on each failure. The id is undefined if CURRENT or the snapshot in use is gone or invalid. */
  readonly onRefuse?: ((snapshotId: string | undefined, error: unknown) => void) | undefined;
  /** Called once after failures, when the snapshot that CURRENT names is in use. */
  readonly onRecover?: (() => void) | undefined;
}

/** A small read every two seconds costs nothing measurable, and two seconds late is soon enough. */
const DEFAULT_POLL_MS = 2000;

/** A copy in progress is often complete a moment later; otherwise a retry every few seconds is cheap. */
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 4000;

/**
 * Calls `onChange` with each new id in CURRENT until it resolves. Retries with exponential back-off, from a
 * quarter of a second to four seconds. The data directory must exist when the watch begins.
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

  const scheduleRetry = (id: string) => {
    retryMs = id === refusedId ? Math.min(2 * retryMs, MAX_RETRY_MS) : FIRST_RETRY_MS;
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
      // The retry timer handles the refused id.
      if (id === refusedId && isPoll) return;
      if (id !== usedId) await options.onChange(id);
      else if (await isGone(join(snapshots, id))) {
        // It stays in use, from memory and open files; there is no id to retry.
        id = undefined;
        throw badSnapshot(`the snapshot that is served is gone from ${snapshots}`);
      }
      usedId = id;
      if (!isClosed) recover();
    } catch (error) {
      if (isClosed) return;
      hasFailed = true;
      // Without an id there is no retry timer, so let any poll retry the id that was refused before.
      if (id === undefined) refusedId = undefined;
      else scheduleRetry(id);
      options.onRefuse?.(id, error);
    }
  };
  // One look at a time, so that an older result cannot follow a newer one; an error ends only its own look.
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
    /** Reads CURRENT now and retries a refused snapshot at once; resolves when that is done. */
    check,
    /** Resolves when no callback is in flight. */
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

/** A watcher that does not keep the process alive; undefined if the system refuses, which leaves polling. */
function watchDirectory(root: string, onName: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(root, { persistent: false }, (_event, name) => onName(name));
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
