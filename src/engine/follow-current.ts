import { openCurrent, openPinned, type PinnedSnapshot, reopenable } from "../snapshot/store/open.ts";
import { type CurrentWatch, watchCurrent } from "../snapshot/store/watch-current.ts";
import { Engine, type Pin } from "./engine.ts";
import { FilterPool } from "./filter/filter-pool.ts";
import type { OlderOptions } from "./older-snapshots.ts";
import { type OpenedView, type OpenViewOptions, openView } from "./open-view.ts";

export interface FollowOptions extends Omit<OpenViewOptions, "filterPool"> {
  readonly dataDir: string;
  /** How many snapshots next to the current one may be open; none unless given. */
  readonly older?: Pick<OlderOptions, "most" | "onFull"> | undefined;
  /** Worker threads that evaluate filters; without any the calling thread does. */
  readonly filterThreads?: number;
  /** Told when such a thread ended that should not have; another takes its place. */
  readonly onWorkerEnd?: (error: Error | undefined) => void;
  /** Told of a new snapshot that is open; it becomes current when this resolves, and is refused when it rejects. */
  readonly beforeSwap?: (next: OpenedView) => Promise<void>;
  /** Told after a new snapshot has become current, before any other work. */
  readonly onSwap?: (snapshotId: string) => void;
  /**
   * Told each time a new snapshot was refused; the one before keeps serving, and the new one is retried. Without
   * an id CURRENT itself cannot be read.
   */
  readonly onRefuse?: (snapshotId: string | undefined, error: unknown) => void;
  /** Told after refusals, when the snapshot that CURRENT names is served again. */
  readonly onRecover?: () => void;
}

/** An engine that serves a data directory's current snapshot and follows it when another is published. */
export type FollowingEngine = Awaited<ReturnType<typeof followCurrent>>;

/** How long an older snapshot stays open that no call uses. */
const OLDER_IDLE_MS = 60_000;

/** An opening takes up to a tenth of a second of a processor: half of one at most goes into them, however many are asked for. */
const OLDER_PAUSE_MS = 200;

/** Opens the current snapshot; a later one is opened and verified next to it and takes over between calls. */
export async function followCurrent({ filterThreads = 0, onWorkerEnd, ...options }: FollowOptions) {
  const filterPool =
    filterThreads === 0
      ? undefined
      : new FilterPool({ threads: filterThreads, ...(onWorkerEnd === undefined ? {} : { onWorkerEnd }) });
  const viewOptions: OpenViewOptions = { ...options, filterPool };
  const firstView = await openCurrent(options.dataDir, { leavesTables: true })
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
      { leavesTables: true },
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
    // The watch calls once at a time: two snapshots are open at most, and the newest one wins.
    onChange: async (snapshotId) => {
      if (snapshotId === engine.manifest.snapshotId) return;
      await takeOver(await openNext(snapshotId));
    },
    onRefuse: (snapshotId, error) => options.onRefuse?.(snapshotId, error),
    onRecover: () => options.onRecover?.(),
  });
  return {
    engine,
    /** The current snapshot, or that of a pin, for another thread. */
    posted: (pin?: Pin) =>
      (pin === undefined ? current : [...open].find(({ view }) => view === pin.view)!).posted(),
    /** Frees what a thread that has ended had begun, in every snapshot that is open. */
    releaseThread: (thread: number) => {
      for (const one of open) one.releaseThread(thread);
    },
    /** Filter threads that are up, and filters that are neither answered nor refused. */
    filterLoad: () => ({ threads: filterPool?.size ?? 0, inFlight: filterPool?.inFlight ?? 0 }),
    /** Checks the tables of the snapshot that was there first, which opening it leaves; later ones are checked whole. */
    checkTables: async () => firstView.view.checkTables?.(),
    /** A file of the current snapshot in which damage showed since it was opened; undefined while there is none. */
    damaged: () => current.damaged(),
    /** Looks for a newly published snapshot now. */
    check: watch.check,
    close: async () => {
      closing.abort();
      // Refuses calls from now on; a snapshot that is being opened ends when it finds the engine closed.
      const engineClosed = engine.close();
      await watch.close();
      await engineClosed;
      await filterPool?.close();
    },
  };
}

/** A view that holds its snapshot's pin until it is closed. */
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
