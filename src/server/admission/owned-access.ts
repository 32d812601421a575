import { type LimitTable, TIERS, type Tier } from "../../config/tier-limits.ts";
import { SharedCounts } from "../../runtime/shared/shared-counts.ts";
import { type AccessControlOptions, accessControlOf } from "./access-control.ts";
import type { CallerClass } from "./callers/caller-class.ts";
import { pageKey as pageKeyOf } from "./callers/page-cookie.ts";
import { QuotaLedger } from "./limits/quota-ledger.ts";
import { EDGE_COUNTS, RefusalCounters } from "./limits/refusal-counters.ts";
import { SharedMonths } from "./limits/shared-months.ts";
import { SlidingWindow } from "./limits/sliding-window.ts";
import { MISSING_QUOTA_STORE, NO_SQLITE } from "./limits/stores/missing-quota-store.ts";
import { openStores } from "./limits/stores/open-stores.ts";

/** Longest delay of a write, and so what a killed process loses: longer for a shared database. */
const FLUSH_EVERY_MS = { sqlite: 100, postgres: 1000 };

/** Capacity per class. Memory is committed as callers come: 0.3 kB to 2.5 kB each. */
const WINDOWS = { user: 16_384, stranger: 65_536 };

/** Latest that threads learn of a new month when nobody calls. */
const LOOK_EVERY_MS = 1000;

export type AccessMemory = ReturnType<OwnedAccess["share"]>;

/** Access control of the thread that owns the monthly counts and their store. */
export type OwnedAccess = Awaited<ReturnType<typeof openAccessControl>>;

/** Windows with rings for the highest limit of a class. Users of an unlisted tier have anonymous limits. */
function openWindow(limits: LimitTable): SlidingWindow {
  const highest = (tiers: readonly Tier[]) =>
    Math.max(...tiers.flatMap((tier) => [limits[tier].apiPerMinute, limits[tier].browserPerMinute]));
  return new SlidingWindow({
    user: { callers: WINDOWS.user, maxLimit: highest(TIERS) },
    stranger: { callers: WINDOWS.stranger, maxLimit: highest(["anonymous"]) },
  });
}

/** Access control for so many threads. The store is opened by `openStore` or by the first count. */
export async function openAccessControl({
  threads = 1,
  ...options
}: AccessControlOptions & { readonly threads?: number }) {
  const { config, log, now, monotonicMs } = options;
  const { quota: store, users, readUsers, callerKey } = await openStores(config, log, monotonicMs);
  const counts = new SharedCounts({ threads, ...EDGE_COUNTS });
  const pageKey = pageKeyOf(config.tokenSecret);
  const limiter = config.limits ? openLimiter() : undefined;
  if (limiter !== undefined && store === MISSING_QUOTA_STORE) log.warn(NO_SQLITE);
  if (limiter === undefined) log.info("limits are off: every caller may call as often as it likes");

  function openLimiter() {
    const months =
      threads === 1
        ? undefined
        : new SharedMonths({
            monotonicMs,
            onCount: (identifier, cost, limit) => months!.report(ledger, identifier, cost, limit),
          });
    const ledger: QuotaLedger = new QuotaLedger({
      store,
      now,
      monotonicMs,
      flushEveryMs: config.quotaDatabaseUrl === "" ? FLUSH_EVERY_MS.sqlite : FLUSH_EVERY_MS.postgres,
      onStoreChange: (isFailing, err) => {
        if (store === MISSING_QUOTA_STORE) return;
        if (isFailing)
          log.error({ err }, "the quota store fails: months are counted in memory, nobody is refused");
        else log.warn("the quota store is back: counts are written again");
      },
      onFault: (err) => log.error({ err }, "the monthly counts failed in part; counting goes on"),
      ...(months === undefined ? {} : { mirror: months }),
    });
    const look = months && setInterval(() => ledger.look(), LOOK_EVERY_MS).unref();
    return { ledger, shared: months, months: months ?? ledger, window: openWindow(config.tierLimits), look };
  }

  return {
    ...accessControlOf(options, {
      counters: new RefusalCounters(counts),
      counts: limiter,
      users,
      callerKey,
      pageKey,
    }),
    /** Reads subscriptions from the database; undefined without one. */
    readUsers,
    /** Undefined when limits are off. */
    health: () => limiter?.ledger.health,
    /** How often a caller was evicted within its minute because its class was full. */
    forgottenWindows: (who: CallerClass) => limiter?.window.evictions(who) ?? 0,
    /** Requests that were dropped before the store got them. */
    lostRequests: () => limiter?.ledger.lost ?? 0,
    /** For other threads; needs `threads` above 1. */
    share: () => ({
      counters: counts.memory,
      /** Undefined when limits are off. */
      counts: limiter && { window: limiter.window.memory, months: limiter.shared!.memory },
      callerKey: callerKey(),
      pageKey,
    }),
    /** Counts what another thread has admitted. */
    count: (identifier: string, cost: number, limit: number) =>
      limiter?.shared?.report(limiter.ledger, identifier, cost, limit),
    /** Opens the store early: counts that wait for it to open would be lost with a kill. */
    openStore: async () => limiter?.ledger.openStore(),
    /** Frees locks of a thread that has ended. */
    releaseDead(deadThreadId: number) {
      limiter?.window.releaseDead(deadThreadId);
      limiter?.shared?.releaseDead(deadThreadId);
    },
    /** Writes the remaining counts within the time; false if the store's thread is still held after it. */
    async close(timeMs?: number) {
      await users?.close();
      if (limiter === undefined) return store.close(timeMs);
      clearInterval(limiter.look);
      const { unwritten, isReleased } = await limiter.ledger.close(timeMs);
      if (unwritten > 0 && store !== MISSING_QUOTA_STORE) {
        log.error(
          { unwritten },
          "the quota store did not take the last counts: these requests are not counted",
        );
      }
      return isReleased;
    },
  };
}
