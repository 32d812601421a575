import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config/config.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { type Admission, Limiter } from "../limits/limits.ts";
import { hasSqlite, MissingQuotaStore, NO_SQLITE } from "../limits/missing-quota-store.ts";
import { type QuotaHealth, QuotaLedger } from "../limits/quota-ledger.ts";
import type { QuotaStore } from "../limits/quota-store.ts";
import { EdgeCounters } from "../limits/refusal-counters.ts";
import { SlidingWindow } from "../limits/sliding-window.ts";
import { SqliteQuotaStore } from "../limits/sqlite-quota-store.ts";
import { pageCookies } from "../page/page-cookie.ts";
import { agentRefusal } from "./agent-policy.ts";
import { createAddressRule } from "./client-address.ts";
import { edgeLinks } from "./help-links.ts";
import {
  type Caller,
  type CallerEvidence,
  type CallerRule,
  createCallerRule,
  identifierDigest,
} from "./identity.ts";
import { createTierRule, readAllowList, type UserDirectory } from "./tiers.ts";
import { tokenSecrets } from "./token.ts";
import { TokenCache } from "./token-cache.ts";
import { openUsersFile } from "./users-file.ts";
import { lookUpUsers } from "./users-lookup.ts";

/** How long counted requests may stay unwritten: seconds for the local file, which makes no one wait, minutes for a
 * database that all instances share. */
const FLUSH_EVERY_MS = { sqlite: 2000, postgres: 5 * 60_000 };

/** Where a server is that was told nothing. */
const DEFAULT_URL = () => "http://localhost:8080";

/** Most callers whose minute is counted (contract/edge.md §6.3). */
const MAX_WINDOWS = 100_000;

export interface EdgeOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  /** Never runs backwards, whole milliseconds. */
  readonly monotonicMs: () => number;
  /** Where the server itself is reached, for links when no public address is configured. */
  readonly ownUrl?: () => string;
}

/** Who calls, and whether they may: everything a request is asked before its handler. */
export interface Edge {
  readonly identify: CallerRule;
  readonly counters: EdgeCounters;
  /** What an anonymous caller with a tool's default agent is told; undefined for everyone else. */
  agentProblem(caller: Caller, agent: string | undefined): string | undefined;
  /** Counts a request or refuses it. Without limits, and when the limiter itself fails, everyone is admitted. */
  admit(caller: Caller, cost: number): Admission;
  /** Value of a Set-Cookie header with which the explorer page's own calls are known; undefined when it has one. */
  pageCookie(evidence: CallerEvidence): string | undefined;
  /** Undefined when limits are off. */
  health(): QuotaHealth | undefined;
  /** Writes the counts that are left. */
  close(): Promise<void>;
}

const ADMITTED: Admission = { isAdmitted: true, headers: [] };

/** The edge as configured. Opens its store when the first count is written. */
export async function openEdge({
  config,
  log,
  now,
  monotonicMs,
  ownUrl = DEFAULT_URL,
}: EdgeOptions): Promise<Edge> {
  const links = edgeLinks(config, ownUrl);
  const counters = new EdgeCounters();
  const tokens = new TokenCache(tokenSecrets(config.tokenSecret, config.tokenSecretPrevious), now);
  const addressOf = createAddressRule({
    trustedProxies: config.trustedProxies,
    clientHeader: config.clientIpHeader,
  });
  const cookies = pageCookies(config.tokenSecret, now);
  const allowList = readAllowList(config.tierAllowList);
  const { store, users } = await openStores(config, log, now);
  const limiter = config.limits ? openLimiter(store) : undefined;
  if (limiter !== undefined && store instanceof MissingQuotaStore) log.warn(NO_SQLITE);
  if (limiter === undefined) log.info("limits are off: every caller may call as often as it likes");

  function openLimiter(quotaStore: QuotaStore) {
    const ledger = new QuotaLedger({
      store: quotaStore,
      now,
      flushEveryMs: config.quotaDatabaseUrl === "" ? FLUSH_EVERY_MS.sqlite : FLUSH_EVERY_MS.postgres,
      onStoreChange: (isFailing, err) => {
        if (quotaStore instanceof MissingQuotaStore) return;
        if (isFailing)
          log.error({ err }, "the quota store fails: months are counted in memory, nobody is refused");
        else log.warn("the quota store is back: counts are written again");
      },
    });
    const window = new SlidingWindow({
      maxCallers: MAX_WINDOWS,
      onFull: (callers) =>
        log.warn({ callers }, "too many callers to count: new ones are admitted uncounted"),
    });
    return {
      ledger,
      decisions: new Limiter({ window, ledger, upgradeUrl: links.upgradeUrl, now, monotonicMs }),
    };
  }

  return {
    counters,
    identify: createCallerRule({
      tokens,
      tierOf: createTierRule(allowList, users),
      addressOf,
      isOwnPage: cookies.isOwnPage,
      table: config.tierLimits,
      meterAnonymousMonthly: config.meterAnonymousMonthly,
      webHosts: config.webHosts.split(",").map((host) => host.trim().toLowerCase()),
      firstParty: {
        marker: config.firstPartyMarker,
        secret: config.firstPartySecret,
        perMonth: config.firstPartyPerMonth,
      },
    }),
    agentProblem(caller, agent) {
      if (!config.agentPolicy || caller.claims !== undefined || caller.isProvenFirstParty) return undefined;
      const refusal = agentRefusal(agent);
      if (refusal === undefined) return undefined;
      counters.agentRefused(refusal);
      const what =
        refusal.reason === "empty_user_agent" ? "no User-Agent" : `a User-Agent with "${refusal.pattern}"`;
      return `automated access with ${what} needs an API token; otherwise send a User-Agent that names your application: ${links.docsUrl()}`;
    },
    admit(caller, cost) {
      if (limiter === undefined) return ADMITTED;
      try {
        const admission = limiter.decisions.admit(caller, cost);
        if (!admission.isAdmitted) {
          counters.limitRefused(admission.detail);
          const { kind, tier, access } = admission.detail;
          log.debug({ caller: identifierDigest(caller.identifier), kind, tier, access }, "limit reached");
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
    async close() {
      await users?.close();
      if (limiter !== undefined) await limiter.ledger.close();
      else await store.close();
    },
  };
}

/** The quota store and, where one is configured, the users table. */
async function openStores(
  config: Config,
  log: FastifyBaseLogger,
  now: () => number,
): Promise<{ store: QuotaStore; users: UserDirectory | undefined }> {
  const onError = (err: unknown) => log.error({ err }, "the users table cannot be read");
  if (config.users === "postgres" && config.quotaDatabaseUrl === "") {
    throw new TerraceError("bad_config", "TERRACE_USERS is postgres, which needs TERRACE_QUOTA_DATABASE_URL");
  }
  const file =
    config.users === "" || config.users === "postgres"
      ? undefined
      : openUsersFile({
          path: config.users,
          onError,
          onReload: (users) => log.info({ users }, "read the users file again"),
        });
  if (config.quotaDatabaseUrl === "") {
    const path = config.quotaFile || join(config.dataDir, "quota.sqlite");
    return { store: hasSqlite() ? new SqliteQuotaStore(path) : new MissingQuotaStore(), users: file };
  }
  // Loaded on use: most deployments have no such database.
  const { PostgresQuotaStore } = await import("../limits/postgres-quota-store.ts");
  const store = new PostgresQuotaStore(config.quotaDatabaseUrl);
  if (config.users !== "postgres") return { store, users: file };
  return { store, users: lookUpUsers({ read: (ids) => store.readSubscriptions(ids), now, onError }) };
}
