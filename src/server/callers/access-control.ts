import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config/config.ts";
import { type LimitTable, TIERS, type Tier } from "../../config/tier-limits.ts";
import { type Admission, Limiter } from "../limits/limits.ts";
import { type QuotaHealth, QuotaLedger } from "../limits/quota-ledger.ts";
import { RefusalCounters } from "../limits/refusal-counters.ts";
import { SlidingWindow } from "../limits/sliding-window.ts";
import { MissingQuotaStore, NO_SQLITE } from "../limits/stores/missing-quota-store.ts";
import { openStores } from "../limits/stores/open-stores.ts";
import { pageCookies } from "../page/page-cookie.ts";
import { agentRefusal } from "./agent-policy.ts";
import type { CallerClass } from "./caller-class.ts";
import { createAddressRule } from "./client-address.ts";
import { type CallerDigest, createCallerDigest } from "./digests/caller-digest.ts";
import { helpLinks } from "./help-links.ts";
import { type Caller, type CallerEvidence, type CallerRule, createCallerRule } from "./identity.ts";
import { createTierRule, readAllowList } from "./tiers.ts";
import { tokenSecrets } from "./tokens/token.ts";
import { TokenCache } from "./tokens/token-cache.ts";

/** How long counted requests may stay unwritten, and so be lost with the process: longer for a shared database. */
const FLUSH_EVERY_MS = { sqlite: 100, postgres: 1000 };

/** Where a server is that was told nothing. */
const DEFAULT_URL = () => "http://localhost:8080";

/** Callers of each class whose minute is counted at once. Memory is taken as they come: 0.3 kB and up to 2.5 kB each. */
const WINDOWS = { user: 16_384, stranger: 65_536 };

export interface AccessControlOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  /** Never runs backwards, whole milliseconds. */
  readonly monotonicMs: () => number;
  /** Where the server itself is reached, for links when no public address is configured. */
  readonly ownUrl?: () => string;
}

/** Who calls, and whether they may: everything a request is asked before its handler. */
export interface AccessControl {
  readonly identify: CallerRule;
  readonly counters: RefusalCounters;
  /** What an anonymous caller with a tool's default agent is told; undefined for everyone else. */
  agentProblem(caller: Caller, agent: string | undefined): string | undefined;
  /** Counts a request or refuses it. Without limits, and when the limiter itself fails, everyone is admitted. */
  admit(caller: Caller, cost: number): Admission;
  /** Value of a Set-Cookie header with which the explorer page's own calls are known; undefined when it has one. */
  pageCookie(evidence: CallerEvidence): string | undefined;
  /** Undefined when limits are off. */
  health(): QuotaHealth | undefined;
  /** How often a caller of a class was forgotten within its minute, because more came than are counted at once. */
  forgottenWindows(who: CallerClass): number;
  /** Requests that were counted and lost before the store heard of them. */
  lostRequests(): number;
  /** An identifier as logs may show it. */
  readonly digestOf: CallerDigest;
  /** Writes the counts that are left, within the time; false when a thread of the store is still held then. */
  close(timeMs?: number): Promise<boolean>;
}

const ADMITTED: Admission = { isAdmitted: true, headers: [] };

/** The windows of both classes, with rings for the highest limit that each has. */
function openWindow(limits: LimitTable): SlidingWindow {
  const highest = (tiers: readonly Tier[]) =>
    Math.max(...tiers.flatMap((tier) => [limits[tier].apiPerMinute, limits[tier].browserPerMinute]));
  const users = TIERS.filter((tier) => tier !== "anonymous");
  return new SlidingWindow({
    user: { callers: WINDOWS.user, maxLimit: highest(users) },
    stranger: { callers: WINDOWS.stranger, maxLimit: highest(["anonymous"]) },
  });
}

/** The access control as configured. Opens its store when the first count is written. */
export async function openAccessControl({
  config,
  log,
  now,
  monotonicMs,
  ownUrl = DEFAULT_URL,
}: AccessControlOptions): Promise<AccessControl> {
  const links = helpLinks(config, ownUrl);
  const counters = new RefusalCounters();
  const tokens = new TokenCache(tokenSecrets(config.tokenSecret, config.tokenSecretPrevious), now);
  const addressOf = createAddressRule({
    trustedProxies: config.trustedProxies,
    clientHeader: config.clientIpHeader,
  });
  const cookies = pageCookies(config.tokenSecret, now);
  const allowList = readAllowList(config.tierAllowList);
  const { quota: store, users, callerKey } = await openStores(config, log, now);
  const digestOf = createCallerDigest(callerKey);
  const limiter = config.limits ? openLimiter() : undefined;
  if (limiter !== undefined && store instanceof MissingQuotaStore) log.warn(NO_SQLITE);
  if (limiter === undefined) log.info("limits are off: every caller may call as often as it likes");

  function openLimiter() {
    const ledger = new QuotaLedger({
      store,
      now,
      monotonicMs,
      flushEveryMs: config.quotaDatabaseUrl === "" ? FLUSH_EVERY_MS.sqlite : FLUSH_EVERY_MS.postgres,
      onStoreChange: (isFailing, err) => {
        if (store instanceof MissingQuotaStore) return;
        if (isFailing)
          log.error({ err }, "the quota store fails: months are counted in memory, nobody is refused");
        else log.warn("the quota store is back: counts are written again");
      },
    });
    const window = openWindow(config.tierLimits);
    return {
      ledger,
      window,
      decisions: new Limiter({
        window,
        ledger,
        upgradeUrl: links.upgradeUrl,
        hasSignIn: config.webUrl !== "" || config.upgradeUrl !== "",
        now,
        monotonicMs,
      }),
    };
  }

  // Once each: a log that repeats it with every refusal would be the flood's second victim.
  const told = new Set<string>();
  function tellOperator(what: "agent" | "limit", message: string): void {
    if (told.has(what)) return;
    told.add(what);
    log.info(`${message} (said once)`);
  }

  return {
    counters,
    digestOf,
    identify: createCallerRule({
      tokens,
      tierOf: createTierRule(allowList, users),
      addressOf,
      isOwnPage: cookies.isOwnPage,
      table: config.tierLimits,
      meterAnonymousMonthly: config.meterAnonymousMonthly,
      trustLoopback: config.trustLoopback,
      webHosts: config.webHosts.split(",").map((host) => host.trim().toLowerCase()),
      firstParty: {
        marker: config.firstPartyMarker,
        secret: config.firstPartySecret,
        perMonth: config.firstPartyPerMonth,
      },
    }),
    agentProblem(caller, agent) {
      if (!config.agentPolicy || caller.claims !== undefined || caller.isProvenFirstParty) return undefined;
      if (config.trustLoopback && caller.isLoopback) return undefined;
      const refusal = agentRefusal(agent);
      if (refusal === undefined) return undefined;
      counters.agentRefused(refusal);
      const what =
        refusal.reason === "empty_user_agent" ? "no User-Agent" : `a User-Agent with "${refusal.pattern}"`;
      tellOperator("agent", `a caller with ${what} was turned away; --agent-policy off lets every agent in`);
      const lift = caller.isLoopback ? ` (whoever runs this server: --agent-policy off lifts this)` : "";
      return `automated access with ${what} needs an API token; otherwise send a User-Agent that names your application: ${links.docsUrl()}${lift}`;
    },
    admit(caller, cost) {
      if (limiter === undefined) return ADMITTED;
      try {
        const admission = limiter.decisions.admit(caller, cost);
        if (!admission.isAdmitted) {
          counters.limitRefused(admission.detail);
          const { kind, tier, access } = admission.detail;
          tellOperator(
            "limit",
            `a caller has reached the ${kind} limit of its tier; --limits off limits nobody`,
          );
          log.debug({ caller: digestOf(caller.identifier), kind, tier, access }, "limit reached");
        }
        return admission;
      } catch (err) {
        counters.failedOpen();
        log.error({ err }, "the limiter failed; the request is admitted");
        return ADMITTED;
      }
    },
    pageCookie: ({ headers, peer }) => cookies.issue(headers, addressOf(peer, headers)),
    health: () => limiter?.ledger.health,
    forgottenWindows: (who) => limiter?.window.evictions(who) ?? 0,
    lostRequests: () => limiter?.ledger.lost ?? 0,
    async close(timeMs) {
      await users?.close();
      if (limiter === undefined) return store.close(timeMs);
      const { unwritten, isReleased } = await limiter.ledger.close(timeMs);
      if (unwritten > 0 && !(store instanceof MissingQuotaStore)) {
        log.error(
          { unwritten },
          "the quota store did not take the last counts: these requests are not counted",
        );
      }
      return isReleased;
    },
  };
}
