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

/** Where a server is that has no settings. */
const DEFAULT_URL = () => "http://localhost:8080";

export interface AccessControlOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  /** Never runs backwards, whole milliseconds. */
  readonly monotonicMs: () => number;
  /** Where the server itself is reached, for links when no public address is configured. */
  readonly ownUrl?: () => string;
}

/** What callers are counted in and known by: the same for all threads of a server. */
export interface AccessParts {
  readonly counters: RefusalCounters;
  /** Undefined when limits are off. */
  readonly counts: { readonly window: SlidingWindow; readonly months: MonthlyCounts } | undefined;
  /** Undefined when no users table is configured. */
  readonly users: UserDirectory | undefined;
  /** The key of this installation. */
  readonly callerKey: () => Uint8Array;
  readonly pageKey: Uint8Array;
}

/** Who calls, and whether they may: everything a request is asked before its handler. */
export type AccessControl = ReturnType<typeof accessControlOf>;

const ADMITTED: Admission = { isAdmitted: true, headers: {} };

/** The access control as configured, over its parts. */
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

  // Once each: a log that repeats it with every refusal would be the flood's second victim.
  const warned = new Set<string>();
  function tellOperator(what: "agent" | "limit", message: string): void {
    if (warned.has(what)) return;
    warned.add(what);
    log.info(`${message} (said once)`);
  }

  return {
    counters,
    addressOf,
    /** An identifier as logs may show it. */
    digestOf,
    identify: createCallerRule(config, {
      tokens,
      tierOf: createTierRule(readAllowList(config.tierAllowList), users),
      addressOf,
      isOwnPage: cookies.isOwnPage,
    }),
    /** What an anonymous caller with a tool's default agent reads; undefined for everyone else. */
    agentProblem(caller: Caller, agent: string | undefined): string | undefined {
      if (!config.agentPolicy || caller.claims !== undefined || caller.isProvenFirstParty) return undefined;
      if (config.trustLoopback && caller.isLoopback) return undefined;
      const refusal = agentRefusal(agent);
      if (refusal === undefined) return undefined;
      counters.agentRefused(refusal);
      const what =
        refusal.reason === "empty_user_agent" ? "no User-Agent" : `a User-Agent with "${refusal.pattern}"`;
      tellOperator("agent", `a caller with ${what} was denied; --agent-policy off lets every agent in`);
      const lift = caller.isLoopback ? ` (the operator of this server: --agent-policy off lifts this)` : "";
      return `automated access with ${what} needs an API token; otherwise send a User-Agent that names your application: ${links.docsUrl()}${lift}`;
    },
    /** Counts a request or refuses it. Without limits, and when the limiter itself fails, everyone is admitted. */
    admit(caller: Caller, cost: number): Admission {
      if (limiter === undefined) return ADMITTED;
      try {
        const admission = limiter.admit(caller, cost);
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
    /** The highest cost that a caller can ever be admitted with, and what bounds it; infinite without a limit. */
    mostAtOnce: ({ allowance }: Caller) => {
      const [perMinute, perMonth] = [allowance.perMinute, allowance.perMonth].map((limit) =>
        limiter === undefined || limit === 0 ? Number.POSITIVE_INFINITY : limit,
      );
      return perMonth < perMinute ? { cost: perMonth, per: "month" } : { cost: perMinute, per: "minute" };
    },
    /** Value of a Set-Cookie header with which the explorer page's own calls are known; undefined when it has one. */
    pageCookie: ({ headers, peer }: CallerEvidence) => cookies.issue(headers, addressOf(peer, headers)),
  };
}
