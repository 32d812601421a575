import { type ConfigOf, integer, limits, list, onOff, secret, text } from "./setting.ts";
import { DEFAULT_LIMITS } from "./tier-limits.ts";

/** Settings of access: who may call, how often, and which links a denied call gets. */
export const ACCESS_SETTINGS = {
  limits: onOff(true, "off lets everyone call as often as they like: for private deployments"),
  tierLimits: limits(
    DEFAULT_LIMITS,
    'numbers that replace the published ones, as JSON: {"free": {"apiPerMinute": 90}}; 0 is unlimited',
  ),
  meterAnonymousMonthly: onOff(true, "off counts callers without a token per minute only"),
  agentPolicy: onOff(true, "off lets callers without a token use any User-Agent, or none"),
  trustLoopback: onOff(
    false,
    "on neither limits callers on this machine, unless a proxy sends them, nor asks for their User-Agent; start turns it on",
  ),
  guard: onOff(
    false,
    "on turns bursts away by address and token, within 10 and 60 seconds, as a CDN would: for servers without one",
  ),
  tokenSecret: secret(
    "secret that signs tokens, at least 32 characters; without one every caller is anonymous",
  ),
  tokenSecretPrevious: secret(
    "secret that is still accepted while tokens move to a new one; it signs nothing",
  ),
  users: text(
    "",
    "where tiers are looked up: a .json or .csv file with user_id, tier, status, or postgres; else the token tells",
  ),
  tierAllowList: text(
    "",
    "comma list of user ids with a tier regardless of the users table: id or id=tier (enterprise when not said)",
  ),
  trustedProxies: text(
    "",
    "comma list of our proxies' ranges: X-Forwarded-For is believed from them alone; empty or none believes nobody",
    "TRUSTED_PROXY_CIDRS",
  ),
  clientIpHeader: text(
    "",
    "header in which a trusted proxy names its caller, for example CF-Connecting-IP; believed from those ranges alone",
    "TRUSTED_CLIENT_IP_HEADER",
  ),
  webHosts: text(
    "localhost,127.0.0.1",
    "comma list of the web application's host names; sessions from there have browser limits",
  ),
  corsOrigins: text(
    "loopback",
    "comma list of origins whose pages may call: https://a.example, https://*.a.example, loopback for every page on the caller's own machine, or * for all",
  ),
  serviceAlias: list(
    "",
    "another name of a service for older clients: old.v1.Api=* for every method, or =package.Service; repeatable",
  ),
  listAliases: onOff(false, "on lists the names of serviceAlias in reflection and OpenAPI"),
  coreHost: text("", "name of the only host that CoreStocksService answers on; empty for any"),
  webUrl: text(
    "",
    "public address of this deployment, for links in refusals and documentation; when empty, the server's own",
  ),
  upgradeUrl: text(
    "",
    "where a refused caller can get more; when empty, /pricing of the public address or, without one, /docs",
  ),
  quotaFile: text("", "SQLite file that counts months; when empty, quota.sqlite in the data directory"),
  quotaDatabaseUrl: secret(
    "address of a PostgreSQL in which several servers count months together, in place of the file",
  ),
  callerKey: secret(
    "key of the digests that stand for addresses in log and store, at least 16 characters; when empty, one is kept in caller.key next to the quota file, and a shared database holds addresses as they are",
  ),
  internalToken: secret(
    "bearer token for /internal/limits, at least 16 characters; without one the view is not offered",
  ),
  firstPartyMarker: text(
    "",
    "text in the User-Agent of our own web application's rendering; empty knows none",
  ),
  firstPartySecret: secret(
    "value of X-First-Party-Secret that proves the marker and lifts its monthly meter",
  ),
  firstPartyPerMonth: integer(
    [0, 1_000_000_000],
    200_000,
    "requests a month of a caller with the marker and without the secret; 0 is unlimited",
  ),
};

export type AccessConfig = ConfigOf<typeof ACCESS_SETTINGS>;
