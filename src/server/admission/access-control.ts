import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config/config.ts";
import { createAddressRule } from "../wire/http/client-address.ts";
import { agentRefusal } from "./callers/agent-policy.ts";
import { helpLinks } from "./callers/help-links.ts";
import { type Caller, type CallerEvidence, createCallerRule } from "./callers/identity.ts";
import { pageCookies } from "./callers/page-cookie.ts";
import { createCallerDigest } from "./callers/stored-identifier.ts";
import { createTierRule, readAllowList, type UserDirectory } from "./callers/tiers.ts";
import { tokenSecrets } from "./callers/token.ts";
import { tokenCache } from "./callers/token-cache.ts";
import { type Admission, createLimiter } from "./limits/limits.ts";
import type { RefusalCounters } from "./limits/refusal-counters.ts";
import type { MonthlyCounts } from "./limits/shared-months.ts";
import type { SlidingWindow } from "./limits/sliding-window.ts";

const DEFAULT_URL = () => "http://localhost:8080";

export interface AccessControlOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  /** Monotonic clock, whole milliseconds. */
  readonly monotonicMs: () => number;
  /** URL of this server, for links when no public address is configured. */
  readonly ownUrl?: () => string;
}

/** State behind access control, shared by all threads of a server. */
export interface AccessParts {
  readonly counters: RefusalCounters;
  /** Undefined when limits are off. */
  readonly counts: { readonly window: SlidingWindow; readonly months: MonthlyCounts } | undefined;
  /** Undefined when no users table is configured. */
  readonly users: UserDirectory | undefined;
  /** Secret of this installation for digests of callers. */
  readonly callerKey: () => Uint8Array;
  readonly pageKey: Uint8Array;
}

/** Identifies callers, and checks them before the handler of a request. */
export type AccessControl = ReturnType<typeof accessControlOf>;

const ADMITTED: Admission = { isAdmitted: true, headers: {} };

export function accessControlOf(
  { config, log, now, monotonicMs, ownUrl = DEFAULT_URL }: AccessControlOptions,
  { counters, counts, users, callerKey, pageKey }: AccessParts,
) {
  const links = helpLinks(config, ownUrl);
  const tokens = tokenCache(tokenSecrets(config.tokenSecret, config.tokenSecretPrevious), now);
  const addressOf = createAddressRule(config);
  const cookies = pageCookies(pageKey, now);
  const digestOf = createCallerDigest(callerKey);
  const { upgradeUrl } = links;
  const hasSignIn = config.webUrl !== "" || config.upgradeUrl !== "";
  const limiter =
    counts &&
    createLimiter({ window: counts.window, ledger: counts.months, upgradeUrl, hasSignIn, now, monotonicMs });

  // Log each kind once: with a line per refusal, the log would be the flood's second victim.
  const warned = new Set<string>();
  function logOnce(what: "agent" | "limit", message: string): void {
    if (warned.has(what)) return;
    warned.add(what);
    log.info(`${message} (said once)`);
  }

  return {
    counters,
    addressOf,
    digestOf,
    identify: createCallerRule(config, {
      tokens,
      tierOf: createTierRule(readAllowList(config.tierAllowList), users),
      addressOf,
      isOwnPage: cookies.isOwnPage,
    }),
    /** Error message for an anonymous caller with a tool's default User-Agent; undefined if allowed. */
    agentProblem(caller: Caller, agent: string | undefined): string | undefined {
      if (!config.agentPolicy || caller.claims !== undefined || caller.isProvenFirstParty) return undefined;
      if (config.trustLoopback && caller.isLoopback) return undefined;
      const refusal = agentRefusal(agent);
      if (refusal === undefined) return undefined;
      counters.agentRefused(refusal);
      const what =
        refusal.reason === "empty_user_agent" ? "no User-Agent" : `a User-Agent with "${refusal.pattern}"`;
      logOnce("agent", `a caller with ${what} was denied; --agent-policy off lets every agent in`);
      const lift = caller.isLoopback ? ` (the operator of this server: --agent-policy off lifts this)` : "";
      return `automated access with ${what} needs an API token; otherwise send a User-Agent that names your application: ${links.docsUrl()}${lift}`;
    },
    /** Counts a request or denies it. Admits everyone without limits, and if the limiter itself fails. */
    admit(caller: Caller, cost: number): Admission {
      if (limiter === undefined) return ADMITTED;
      try {
        const admission = limiter.admit(caller, cost);
        if (!admission.isAdmitted) {
          counters.limitRefused(admission.detail);
          const { kind, tier, access } = admission.detail;
          logOnce("limit", `a caller has reached the ${kind} limit of its tier; --limits off limits nobody`);
          log.debug({ caller: digestOf(caller.identifier), kind, tier, access }, "limit reached");
        }
        return admission;
      } catch (err) {
        counters.failedOpen();
        log.error({ err }, "the limiter failed; the request is admitted");
        return ADMITTED;
      }
    },
    /** The highest cost that a caller can be admitted with, and the limit that sets it; Infinity if none. */
    mostAtOnce: ({ allowance }: Caller) => {
      const [perMinute, perMonth] = [allowance.perMinute, allowance.perMonth].map((limit) =>
        limiter === undefined || limit === 0 ? Number.POSITIVE_INFINITY : limit,
      );
      return perMonth < perMinute ? { cost: perMonth, per: "month" } : { cost: perMinute, per: "minute" };
    },
    /** Set-Cookie value that marks calls of our own page; undefined if the caller already has a fresh one. */
    pageCookie: ({ headers, peer }: CallerEvidence) => cookies.issue(headers, addressOf(peer, headers)),
  };
}
