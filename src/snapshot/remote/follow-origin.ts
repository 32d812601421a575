import { type FetchResult, fetchSnapshot } from "./fetch-snapshot.ts";
import type { Origin } from "./origin.ts";

export interface FollowOriginOptions {
  readonly origin: Origin;
  /** Local data directory; a server that watches it serves what is fetched. */
  readonly dataDir: string;
  readonly everyMs: number;
  readonly onFetch?: (result: FetchResult) => void;
  /** Called for every failure. What is served does not change; the next poll retries. */
  readonly onFault?: (error: unknown) => void;
}

/** Why the origin's snapshot is not here, and its id if known. */
export interface OriginFault {
  /** Undefined while it is being fetched. */
  readonly error: unknown;
  readonly snapshotId: string | undefined;
}

export type OriginFollower = ReturnType<typeof followOrigin>;

/** Longest back-off for a snapshot that cannot be fetched: each attempt may waste gigabytes of traffic. */
const MAX_WAIT_MS = 300_000;

/** A failed fetch, and the number of polls to skip before the retry. */
interface FailedFetch {
  readonly fault: OriginFault;
  readonly waits: number;
  looksLeft: number;
}

interface Fetch {
  readonly snapshotId: string;
  readonly superseded: AbortController;
}

/**
 * Polls an origin and fetches new snapshots, one at a time. Failed snapshots are retried with exponential
 * back-off; a different one is fetched at once. Polls continue during a fetch, which is aborted for a newer
 * snapshot unless the previous fetch was aborted too: so an origin that publishes often is followed too.
 */
export function followOrigin(options: FollowOriginOptions) {
  const { origin, dataDir, everyMs } = options;
  const closing = new AbortController();
  let wanted: string | undefined;
  let looking: Promise<void> = Promise.resolve();
  let fault: OriginFault | undefined;
  let failed: FailedFetch | undefined;
  let fetching: Fetch | undefined;
  let wasSuperseded = false;
  let polling: Promise<void> | undefined;
  const listeners: (() => void)[] = [];
  const setFault = (next: OriginFault | undefined) => {
    if (fault === next) return;
    fault = next;
    for (const listener of listeners) listener();
  };
  const bring = async (snapshotId: string) => {
    const superseded = new AbortController();
    fetching = { snapshotId, superseded };
    try {
      const signal = AbortSignal.any([closing.signal, superseded.signal]);
      const result = await fetchSnapshot(origin, snapshotId, dataDir, signal);
      if (wanted === snapshotId) wanted = undefined;
      failed = undefined;
      wasSuperseded = false;
      options.onFetch?.(result);
    } catch (error) {
      if (superseded.signal.aborted && !closing.signal.aborted) return;
      wasSuperseded = false;
      const next = failed?.fault.snapshotId === snapshotId ? 2 * failed.waits + 1 : 0;
      const waits = Math.min(next, Math.floor(MAX_WAIT_MS / everyMs));
      failed = { fault: { error, snapshotId }, waits, looksLeft: waits };
      throw error;
    } finally {
      fetching = undefined;
    }
  };
  /** Polls during a fetch: its snapshot is not here yet, and may no longer be the newest. */
  const pollDuringFetch = async ({ snapshotId, superseded }: Fetch) => {
    if (fault?.snapshotId !== snapshotId) setFault({ error: undefined, snapshotId });
    wanted = (await origin.current(closing.signal)) ?? wanted;
    if (wanted === snapshotId || fetching?.superseded !== superseded || wasSuperseded) return;
    wasSuperseded = true;
    superseded.abort();
  };
  const look = async (isPoll: boolean) => {
    await polling;
    try {
      wanted = (await origin.current(closing.signal)) ?? wanted;
      if (isPoll && failed !== undefined && failed.fault.snapshotId === wanted && failed.looksLeft-- > 0) {
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
  const check = (isPoll = false) => {
    const next = looking.then(() => (closing.signal.aborted ? undefined : look(isPoll)));
    looking = next.catch(() => {});
    return next;
  };
  let isLooking = false;
  const timer = setInterval(() => {
    if (fetching !== undefined) {
      // The fetch itself reports an unreachable origin.
      polling ??= pollDuringFetch(fetching)
        .catch(() => {})
        .finally(() => {
          polling = undefined;
        });
      return;
    }
    // Skip polls that become due while a slow one runs.
    if (isLooking) return;
    isLooking = true;
    const looked = check(true).finally(() => {
      isLooking = false;
    });
    looked.catch(() => {}); // Reported in `look`.
  }, everyMs);
  timer.unref();
  return {
    /** Failure of the last poll, or a fetch that outlasts a poll; undefined if there is none. */
    get fault() {
      return fault;
    },
    /** Calls `listener` whenever `fault` has changed. */
    onChange: (listener: () => void) => void listeners.push(listener),
    /** Polls now; resolves when the newest snapshot is here, rejects if it cannot be fetched. */
    check: () => check(),
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await looking;
    },
  };
}
