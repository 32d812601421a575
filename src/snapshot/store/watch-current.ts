import { type FSWatcher, watch } from "node:fs";
import { basename, resolve } from "node:path";
import { dataDirectory } from "./data-directory.ts";
import { readCurrent } from "./read-current.ts";

export interface CurrentWatch {
  /** Looks at CURRENT now; resolves when the callback, if one was due, has been called. */
  check(): Promise<void>;
  close(): void;
}

export interface WatchCurrentOptions {
  /** The id that is served already; only others are reported. */
  readonly initialId?: string | undefined;
  /** How often to look when no file event comes: network file systems send none. */
  readonly pollMs?: number;
  readonly onChange: (snapshotId: string) => void;
  /** Told when CURRENT cannot be read, or holds no id. */
  readonly onError?: (error: unknown) => void;
}

/** One small read every two seconds is not measurable, and two seconds late is soon enough. */
const DEFAULT_POLL_MS = 2000;

/** Calls back with each new id in CURRENT, once, until closed. The data directory must exist. */
export function watchCurrent(dataDir: string, options: WatchCurrentOptions): CurrentWatch {
  const root = resolve(dataDir);
  const currentName = basename(dataDirectory(root).current);
  let lastId = options.initialId;
  let isClosed = false;
  let looking: Promise<void> = Promise.resolve();

  const look = async () => {
    if (isClosed) return;
    try {
      const id = await readCurrent(root);
      if (isClosed || id === undefined || id === lastId) return;
      lastId = id;
      options.onChange(id);
    } catch (error) {
      if (!isClosed) options.onError?.(error);
    }
  };
  // One look after the other, so that an older answer cannot come after a newer one.
  const check = () => {
    looking = looking.then(look);
    return looking;
  };

  const watcher = watchDirectory(root, (name) => {
    if (name === null || name === currentName) void check();
  });
  const timer = setInterval(check, options.pollMs ?? DEFAULT_POLL_MS);
  timer.unref();
  return {
    check,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      watcher?.close();
    },
  };
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
