import { type FetchResult, fetchSnapshot } from "./fetch-snapshot.ts";
import type { Origin } from "./origin.ts";

export interface FollowOriginOptions {
  readonly origin: Origin;
  /** The cache; a server that watches it takes over what is fetched. */
  readonly dataDir: string;
  readonly everyMs: number;
  readonly onFetch?: (result: FetchResult) => void;
  /** Told of every fault; what is served stays as it is and the next look comes in its time. */
  readonly onFault?: (error: unknown) => void;
}

/** Why the origin's snapshot is not here, and which one that is, where it could be asked. */
export interface OriginFault {
  /** Undefined while it is being fetched. */
  readonly error: unknown;
  readonly snapshotId: string | undefined;
}

export type OriginFollower = ReturnType<typeof followOrigin>;

/** Longest time between two tries to fetch a snapshot that cannot be had: each may bring gigabytes for nothing. */
const MOST_WAIT_MS = 300_000;

/** A snapshot that could not be fetched, and how many looks pass until that is retried. */
interface FailedFetch {
  readonly fault: OriginFault;
  readonly waits: number;
  looksLeft: number;
}

/** The fetch in progress. */
interface Fetch {
  readonly snapshotId: string;
  readonly giveWay: AbortController;
}

/**
 * Looks at an origin again and again, one look at a time, and fetches what is new. A faulty snapshot is retried, each
 * time after twice as long; another one is fetched at once. While one is fetched the looks go on: the fetch gives way to a
 * newer snapshot, unless the one before gave way as well, so that an origin that publishes often is followed too.
 */
export function followOrigin(options: FollowOriginOptions) {
  const { origin, dataDir, everyMs } = options;
  const closing = new AbortController();
  let wanted: string | undefined;
  let looking: Promise<void> = Promise.resolve();
  let fault: OriginFault | undefined;
  let failed: FailedFetch | undefined;
  let fetching: Fetch | undefined;
  let gaveWay = false;
  let glancing: Promise<void> | undefined;
  const listeners: (() => void)[] = [];
  const setFault = (next: OriginFault | undefined) => {
    if (fault === next) return;
    fault = next;
    for (const listener of listeners) listener();
  };
  const bring = async (snapshotId: string) => {
    const giveWay = new AbortController();
    fetching = { snapshotId, giveWay };
    try {
      const signal = AbortSignal.any([closing.signal, giveWay.signal]);
      const result = await fetchSnapshot(origin, snapshotId, dataDir, signal);
      if (wanted === snapshotId) wanted = undefined;
      failed = undefined;
      gaveWay = false;
      options.onFetch?.(result);
    } catch (error) {
      if (giveWay.signal.aborted && !closing.signal.aborted) return;
      gaveWay = false;
      const next = failed?.fault.snapshotId === snapshotId ? 2 * failed.waits + 1 : 0;
      const waits = Math.min(next, Math.floor(MOST_WAIT_MS / everyMs));
      failed = { fault: { error, snapshotId }, waits, looksLeft: waits };
      throw error;
    } finally {
      fetching = undefined;
    }
  };
  /** A look while a snapshot is fetched: that one is not here yet, and it may not be the newest any more. */
  const glance = async ({ snapshotId, giveWay }: Fetch) => {
    if (fault?.snapshotId !== snapshotId) setFault({ error: undefined, snapshotId });
    wanted = (await origin.current(closing.signal)) ?? wanted;
    if (wanted === snapshotId || fetching?.giveWay !== giveWay || gaveWay) return;
    gaveWay = true;
    giveWay.abort();
  };
  const look = async (isInTurn: boolean) => {
    await glancing;
    try {
      wanted = (await origin.current(closing.signal)) ?? wanted;
      if (isInTurn && failed !== undefined && failed.fault.snapshotId === wanted && failed.looksLeft-- > 0) {
        setFault(failed.fault);
        return;
      }
      while (wanted !== undefined) await bring(wanted);
      setFault(undefined);
    } catch (error) {
      if (!closing.signal.aborted) {
        setFault({ error, snapshotId: wanted });
        options.onFault?.(error);
      }
      throw error;
    }
  };
  const check = (isInTurn = false) => {
    const next = looking.then(() => (closing.signal.aborted ? undefined : look(isInTurn)));
    looking = next.catch(() => {});
    return next;
  };
  let isLooking = false;
  const timer = setInterval(() => {
    if (fetching !== undefined) {
      // An origin that cannot be reached meanwhile is reported by the fetch.
      glancing ??= glance(fetching)
        .catch(() => {})
        .finally(() => {
          glancing = undefined;
        });
      return;
    }
    // A look that takes longer than the time between two is not followed by all that were due meanwhile.
    if (isLooking) return;
    isLooking = true;
    const looked = check(true).finally(() => {
      isLooking = false;
    });
    looked.catch(() => {}); // Told by the look.
  }, everyMs);
  timer.unref();
  return {
    /** What was wrong with the last look, or a fetch that lasts beyond the next one; undefined when nothing is. */
    get fault() {
      return fault;
    },
    /** Calls back after each look that found another fault, and after the first one that found none again. */
    onChange: (listener: () => void) => void listeners.push(listener),
    /** Looks now; resolves when what is new is here, and rejects when it cannot be had. */
    check: () => check(),
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await looking;
    },
  };
}
