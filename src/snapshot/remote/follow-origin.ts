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
  readonly error: unknown;
  readonly snapshotId: string | undefined;
}

export interface OriginFollower {
  /** What was wrong with the last look; undefined when nothing was. */
  readonly fault: OriginFault | undefined;
  /** Calls back after each look that found a fault, and after the first one that found none again. */
  onChange(listener: () => void): void;
  /** Looks now; resolves when what is new is here, and rejects when it cannot be had. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Looks at an origin again and again, one look at a time, and fetches what is new. A faulty snapshot is tried again. */
export function followOrigin(options: FollowOriginOptions): OriginFollower {
  const { origin, dataDir, everyMs } = options;
  const closing = new AbortController();
  let wanted: string | undefined;
  let looking: Promise<void> = Promise.resolve();
  let fault: OriginFault | undefined;
  const listeners: (() => void)[] = [];
  const setFault = (next: OriginFault | undefined) => {
    if (fault === next) return;
    fault = next;
    for (const listener of listeners) listener();
  };
  const bring = async () => {
    wanted = (await origin.current(closing.signal)) ?? wanted;
    if (wanted === undefined) return;
    const result = await fetchSnapshot(origin, wanted, dataDir, closing.signal);
    wanted = undefined;
    options.onFetch?.(result);
  };
  const look = async () => {
    try {
      await bring();
      setFault(undefined);
    } catch (error) {
      if (!closing.signal.aborted) {
        setFault({ error, snapshotId: wanted });
        options.onFault?.(error);
      }
      throw error;
    }
  };
  const check = () => {
    const next = looking.then(() => (closing.signal.aborted ? undefined : look()));
    looking = next.catch(() => {});
    return next;
  };
  let isLooking = false;
  const timer = setInterval(() => {
    // A look that takes longer than the time between two is not followed by all that were due meanwhile.
    if (isLooking) return;
    isLooking = true;
    const looked = check().finally(() => {
      isLooking = false;
    });
    looked.catch(() => {}); // Told by the look.
  }, everyMs);
  timer.unref();
  return {
    get fault() {
      return fault;
    },
    onChange: (listener) => void listeners.push(listener),
    check,
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await looking;
    },
  };
}
