import { openCurrent, openPinned, type PinnedSnapshot, reopenable } from "../snapshot/store/open.ts";
import { type CurrentWatch, watchCurrent } from "../snapshot/store/watch-current.ts";
import { Engine, type Pin } from "./engine.ts";
import { FilterPool } from "./filter/filter-pool.ts";
import type { OlderOptions } from "./older-snapshots.ts";
import { type OpenedView, type OpenViewOptions, openView } from "./open-view.ts";

export interface FollowOptions extends Omit<OpenViewOptions, "filterPool"> {
  readonly dataDir: string;
  /** How many older snapshots may be open in addition to the current one; default 0. */
  readonly older?: Pick<OlderOptions, "most" | "onFull"> | undefined;
  /** Worker threads that evaluate filters; with 0, the default, the calling thread does. */
  readonly filterThreads?: number;
  /** Called when a filter thread ended unexpectedly; the pool replaces it. */
  readonly onWorkerEnd?: ((error: Error | undefined) => void) | undefined;
  /** Called with a new open snapshot: it becomes current when this resolves, is refused when it rejects. */
  readonly beforeSwap?: (next: OpenedView) => Promise<void>;
  /** Called right after a new snapshot has become current. */
  readonly onSwap?: ((snapshotId: string) => void) | undefined;
  /**
   * Called each time a new snapshot was refused: the previous one keeps serving, and the new one is retried.
   * The id is undefined if CURRENT itself cannot be read.
   */
  readonly onRefuse?: ((snapshotId: string | undefined, error: unknown) => void) | undefined;
  /** Called after refusals, when the snapshot that CURRENT names is served again. */
  readonly onRecover?: () => void;
}

export type FollowingEngine = Awaited<ReturnType<typeof followCurrent>>;

/** Idle time after which an unpinned older snapshot closes. */
const OLDER_IDLE_MS = 60_000;

/** Pause between openings of older snapshots: at up to 100 ms of CPU each, they use at most half a core. */
const OLDER_PAUSE_MS = 200;

/** Opens the current snapshot. A newer one is opened and verified alongside, then swapped in. */
export async function followCurrent({ filterThreads = 0, onWorkerEnd, ...options }: FollowOptions) {
  const filterPool =
    filterThreads === 0 ? undefined : new FilterPool({ threads: filterThreads, onWorkerEnd });
  const viewOptions: OpenViewOptions = { ...options, filterPool };
  const firstView = await openCurrent(options.dataDir, { defersTables: true })
    .then((first) => pinnedView(first, viewOptions))
    .catch(async (error) => {
      await filterPool?.close();
      throw error;
    });
  let current = firstView;
  const open = new Set([firstView]);
  const close = (owned: OpenedView) => owned.close().finally(() => open.delete(owned));
  const openOlder = async (snapshotId: string) => {
    const snapshot = await openPinned(
      options.dataDir,
      snapshotId,
      { defersTables: true },
      "ask for another one",
    );
    const older = await pinnedView(snapshot, viewOptions);
    open.add(older);
    return { view: older.view, close: () => close(older) };
  };
  const engine = new Engine(
    { view: firstView.view, close: () => close(firstView) },
    options.older && { idleMs: OLDER_IDLE_MS, pauseMs: OLDER_PAUSE_MS, ...options.older, open: openOlder },
  );
  const takeOver = async (next: OpenedView) => {
    try {
      await options.beforeSwap?.(next);
    } catch (error) {
      await next.close();
      throw error;
    }
    open.add(next);
    engine.swap({ view: next.view, close: () => close(next) });
    current = next;
    options.onSwap?.(next.view.manifest.snapshotId);
  };
  const closing = new AbortController();
  const openNext = reopenable(options.dataDir, (next) => pinnedView(next, viewOptions), {
    signal: closing.signal,
  });
  const watch: CurrentWatch = watchCurrent(options.dataDir, {
    initialId: engine.manifest.snapshotId,
    // The watch runs one callback at a time: one new snapshot opens at a time and the newest one wins.
    onChange: async (snapshotId) => {
      if (snapshotId === engine.manifest.snapshotId) return;
      await takeOver(await openNext(snapshotId));
    },
    onRefuse: options.onRefuse,
    onRecover: options.onRecover,
  });
  return {
    engine,
    /** What another thread needs to open the current snapshot, or the one of `pin`. */
    posted: (pin?: Pin) =>
      (pin === undefined ? current : [...open].find(({ view }) => view === pin.view)!).posted(),
    /** Releases what an ended thread had claimed, in every open snapshot. */
    releaseThread: (thread: number) => {
      for (const one of open) one.releaseThread(thread);
    },
    /** Number of running filter threads, and of filters in flight. */
    filterLoad: () => ({ threads: filterPool?.size ?? 0, inFlight: filterPool?.inFlight ?? 0 }),
    /** Verifies the tables of the first snapshot, which opening skips; later snapshots are verified whole. */
    checkTables: async () => firstView.view.checkTables?.(),
    /** Path of a file of the current snapshot found to be damaged since it was opened, or undefined. */
    damaged: () => current.damaged(),
    check: watch.check,
    close: async () => {
      closing.abort();
      // Rejects new calls at once; `swap` closes a snapshot that is still being opened.
      const engineClosed = engine.close();
      await watch.close();
      await engineClosed;
      await filterPool?.close();
    },
  };
}

/** Opens a view that releases the snapshot's pin when it closes, or when opening fails. */
export async function pinnedView(snapshot: PinnedSnapshot, options: OpenViewOptions): Promise<OpenedView> {
  try {
    const owned = await openView(snapshot, options);
    return {
      ...owned,
      close: async () => {
        await owned.close();
        await snapshot.pin.release();
      },
    };
  } catch (error) {
    await snapshot.pin.release();
    throw error;
  }
}
