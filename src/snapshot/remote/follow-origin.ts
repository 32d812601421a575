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

export interface OriginFollower {
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
  const look = async () => {
    wanted = (await origin.current(closing.signal)) ?? wanted;
    if (wanted === undefined) return;
    const result = await fetchSnapshot(origin, wanted, dataDir, closing.signal);
    wanted = undefined;
    options.onFetch?.(result);
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
    looked.catch((error: unknown) => {
      if (!closing.signal.aborted) options.onFault?.(error);
    });
  }, everyMs);
  timer.unref();
  return {
    check,
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await looking;
    },
  };
}
