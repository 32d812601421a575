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

/** How long counted requests may stay unwritten, and so be lost with the process: longer for a shared database. */
const FLUSH_EVERY_MS = { sqlite: 100, postgres: 1000 };

/** Callers of each class whose minute is counted at once. Memory is taken as they come: 0.3 kB and up to 2.5 kB each. */
const WINDOWS = { user: 16_384, stranger: 65_536 };

/** How late threads may hear that a month has ended when nobody calls. */
const LOOK_EVERY_MS = 1000;

/** What a thread needs to count callers together with the others. */
export type AccessMemory = ReturnType<OwnedAccess["share"]>;

/** The access control of the thread that owns the months and their store. */
export type OwnedAccess = Awaited<ReturnType<typeof openAccessControl>>;

/** The windows of both classes, with rings for the highest limit that each has: users of no known tier have a stranger's. */
function openWindow(limits: LimitTable): SlidingWindow {
  const highest = (tiers: readonly Tier[]) =>
    Math.max(...tiers.flatMap((tier) => [limits[tier].apiPerMinute, limits[tier].browserPerMinute]));
  return new SlidingWindow({
    user: { callers: WINDOWS.user, maxLimit: highest(TIERS) },
    stranger: { callers: WINDOWS.stranger, maxLimit: highest(["anonymous"]) },
  });
}

/** The access control as configured, for so many threads. Its store is opened by `openStore`, or by the first count. */
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
    /** Subscriptions as the database has them; undefined without one. */
    readUsers,
    /** Undefined when limits are off. */
    health: () => limiter?.ledger.health,
    /** How often a caller of a class was forgotten within its minute, because more came than are counted at once. */
    forgottenWindows: (who: CallerClass) => limiter?.window.evictions(who) ?? 0,
    /** Requests that were counted and lost before the store heard of them. */
    lostRequests: () => limiter?.ledger.lost ?? 0,
    /** For a thread after the first; only of an access control that was opened for several. */
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
    /** Has the store at hand, as far as it can be had: counts that wait for it to open would be lost with a kill. */
    openStore: async () => limiter?.ledger.openStore(),
    /** Frees what a thread held when it ended. */
    releaseDead(deadThreadId: number) {
      limiter?.window.releaseDead(deadThreadId);
      limiter?.shared?.releaseDead(deadThreadId);
    },
    /** Writes the counts that are left, within the time; false when a thread of the store is still held then. */
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
