import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { remembered } from "../../../runtime/lazy.ts";
import type { Subscription, UserDirectory } from "./tiers.ts";

const FRESH_MS = 60_000;
/** Lookups within this time are one query. */
const DELAY_MS = 250;
const MAX_USERS = 50_000;

export interface UsersLookupOptions {
  readonly read: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Subscription>>;
  /** Monotonic, for the age of cached subscriptions. */
  readonly monotonicMs: () => number;
  readonly onError: (error: unknown) => void;
}

interface Known {
  subscription: Subscription | undefined | "unknown";
  readAtMs: number;
  isQueued: boolean;
}

function unknownUser(): Known {
  return { subscription: "unknown", readAtMs: Number.NEGATIVE_INFINITY, isQueued: false };
}

/**
 * Users table in a database, as a cache. `find` never waits: stale entries are used until the refresh
 * arrives, and users whose first lookup failed count as without a subscription.
 */
export function lookUpUsers({ read, monotonicMs, onError }: UsersLookupOptions): UserDirectory {
  const users = new BoundedCache<Known>({ maxEntries: MAX_USERS });
  const queue = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function ask(): Promise<void> {
    timer = undefined;
    const userIds = [...queue];
    queue.clear();
    const found = await read(userIds).catch((error) => {
      onError(error);
      return undefined;
    });
    for (const userId of userIds) {
      const known = users.peek(userId);
      if (known === undefined) continue;
      known.isQueued = false;
      known.readAtMs = monotonicMs();
      if (found !== undefined) known.subscription = found.get(userId);
      else if (known.subscription === "unknown") known.subscription = undefined;
    }
  }

  return {
    find(userId) {
      const known = remembered(users, userId, unknownUser);
      if (!known.isQueued && monotonicMs() - known.readAtMs >= FRESH_MS) {
        known.isQueued = true;
        queue.add(userId);
        timer ??= setTimeout(() => void ask(), DELAY_MS).unref();
      }
      return known.subscription;
    },
    async close() {
      clearTimeout(timer);
    },
  };
}
