import { type ConfigOf, integer, limits, list, onOff, secret, text } from "./setting.ts";
import { DEFAULT_LIMITS } from "./tier-limits.ts";

/** Settings of access: who may call, how often, and which links a denied call gets. */
export const ACCESS_SETTINGS = {
  limits: onOff(true, "off disables rate limits and quotas: for private deployments"),
  tierLimits: limits(
    DEFAULT_LIMITS,
    'overrides of the published limits by tier, as JSON: {"free": {"apiPerMinute": 90}}; 0 is unlimited',
  ),
  meterAnonymousMonthly: onOff(
    true,
    "off disables the monthly quota of callers without a token; their rate limit per minute stays",
  ),
  agentPolicy: onOff(true, "off lets callers without a token use any User-Agent, or none"),
  trustLoopback: onOff(
    false,
    "on exempts local calls, unless proxied, from limits and the User-Agent check; start turns it on",
  ),
  guard: onOff(
    false,
    "on limits bursts by address and token over 10 and 60 seconds, as a CDN would: for servers without one",
  ),
  tokenSecret: secret(
    "secret that signs tokens, at least 32 characters; without one every caller is anonymous",
  ),
  tokenSecretPrevious: secret("previous secret, still accepted during a rotation; it signs no new tokens"),
  users: text(
    "",
    "source of tiers: a .json or .csv file with user_id, tier, status, or postgres; when empty, the token",
  ),
  tierAllowList: text(
    "",
    "comma-separated user ids whose tier overrides the users table: id or id=tier (default tier: enterprise)",
  ),
  trustedProxies: text(
    "",
    "comma-separated CIDR ranges of trusted proxies, whose X-Forwarded-For is used; empty or none: no proxy",
    "TRUSTED_PROXY_CIDRS",
  ),
  clientIpHeader: text(
    "",
    "header with the client address, for example CF-Connecting-IP; used from trusted proxies only",
    "TRUSTED_CLIENT_IP_HEADER",
  ),
  webHosts: text(
    "localhost,127.0.0.1",
    "comma-separated host names of the web application; its sessions get the browser limits",
  ),
  corsOrigins: text(
    "loopback",
    "comma-separated allowlist of CORS origins: https://a.example, https://*.a.example, " +
      "loopback for every page on the caller's own machine, or * for all",
  ),
  serviceAlias: list(
    "",
    "alias of a service for older clients: old.v1.Api=* for every method, or =package.Service; repeatable",
  ),
  listAliases: onOff(false, "on lists the aliases of serviceAlias in reflection and OpenAPI"),
  coreHost: text("", "host name to which CoreStocksService is restricted; empty allows any"),
  webUrl: text(
    "",
    "public URL of this deployment, for links in errors and documentation; default: the server's own",
  ),
  upgradeUrl: text(
    "",
    "URL for callers over their limit; default: /pricing of the public URL or, without one, /docs",
  ),
  quotaFile: text("", "SQLite file of the monthly quotas; default: quota.sqlite in the data directory"),
  quotaDatabaseUrl: secret(
    "URL of a PostgreSQL database in which several servers share their monthly quotas, instead of the file",
  ),
  callerKey: secret(
    "key that hashes client addresses in logs and quotas, at least 16 characters; " +
      "empty generates one in caller.key next to the quota file; a shared database then has plain addresses",
  ),
  internalToken: secret(
    "bearer token for /internal/limits, at least 16 characters; empty disables the endpoint",
  ),
  firstPartyMarker: text(
    "",
    "marker in the User-Agent of your own web application's server-side rendering; empty disables it",
  ),
  firstPartySecret: secret(
    "value of X-First-Party-Secret that authenticates the marker and lifts its monthly quota",
  ),
  firstPartyPerMonth: integer(
    [0, 1_000_000_000],
    200_000,
    "monthly quota of a caller with the marker but without the secret; 0 is unlimited",
  ),
};

export type AccessConfig = ConfigOf<typeof ACCESS_SETTINGS>;
