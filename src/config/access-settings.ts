import type { ConfigOf, Setting } from "./setting.ts";
import { DEFAULT_LIMITS } from "./tier-limits.ts";

const text = { type: "text" } as const;
const secret = { type: "secret" } as const;
const onOff = { type: "switch" } as const;

/** The settings that decide who may call, how often, and what they read then. */
export const ACCESS_SETTINGS = [
  {
    key: "limits",
    kind: onOff,
    fallback: true,
    doc: "off lets everyone call as often as they like: for private deployments",
  },
  {
    key: "tierLimits",
    kind: { type: "limits" },
    fallback: DEFAULT_LIMITS,
    doc: 'numbers that replace the published ones, as JSON: {"free": {"apiPerMinute": 90}}; 0 is unlimited',
  },
  {
    key: "meterAnonymousMonthly",
    kind: onOff,
    fallback: true,
    doc: "off counts callers without a token per minute only",
  },
  {
    key: "agentPolicy",
    kind: onOff,
    fallback: true,
    doc: "off lets callers without a token use any User-Agent, or none",
  },
  {
    key: "trustLoopback",
    kind: onOff,
    fallback: false,
    doc: "on neither limits callers on this machine, unless a proxy sends them, nor asks for their User-Agent; start turns it on",
  },
  {
    key: "guard",
    kind: onOff,
    fallback: false,
    doc: "on turns bursts away by address and token, within 10 and 60 seconds, as a CDN would: for servers without one",
  },
  {
    key: "tokenSecret",
    kind: secret,
    fallback: "",
    doc: "secret that signs tokens, at least 32 characters; without one every caller is anonymous",
  },
  {
    key: "tokenSecretPrevious",
    kind: secret,
    fallback: "",
    doc: "secret that is still accepted while tokens move to a new one; it signs nothing",
  },
  {
    key: "users",
    kind: text,
    fallback: "",
    doc: "where tiers are looked up: a .json or .csv file with user_id, tier, status, or postgres; else the token tells",
  },
  {
    key: "tierAllowList",
    kind: text,
    fallback: "",
    doc: "comma list of user ids with a tier regardless of the users table: id or id=tier (enterprise when not said)",
  },
  {
    key: "trustedProxies",
    formerEnv: "TRUSTED_PROXY_CIDRS",
    kind: text,
    fallback: "",
    doc: "comma list of our proxies' ranges: X-Forwarded-For is believed from them alone; empty or none believes nobody",
  },
  {
    key: "clientIpHeader",
    formerEnv: "TRUSTED_CLIENT_IP_HEADER",
    kind: text,
    fallback: "",
    doc: "header in which a trusted proxy names its caller, for example CF-Connecting-IP; believed from those ranges alone",
  },
  {
    key: "webHosts",
    kind: text,
    fallback: "localhost,127.0.0.1",
    doc: "comma list of the web application's host names; sessions from there have browser limits",
  },
  {
    key: "corsOrigins",
    kind: text,
    fallback: "loopback",
    doc: "comma list of origins whose pages may call: https://a.example, https://*.a.example, loopback for every page on the caller's own machine, or * for all",
  },
  {
    key: "serviceAlias",
    kind: { type: "list" },
    fallback: "",
    doc: "another name of a service for older clients: old.v1.Api=* for every method, or =package.Service; repeatable",
  },
  {
    key: "listAliases",
    kind: onOff,
    fallback: false,
    doc: "on lists the names of serviceAlias in reflection and OpenAPI",
  },
  {
    key: "coreHost",
    kind: text,
    fallback: "",
    doc: "name of the only host that CoreStocksService answers on; empty for any",
  },
  {
    key: "webUrl",
    kind: text,
    fallback: "",
    doc: "public address of this deployment, for links in refusals and documentation; when empty, the server's own",
  },
  {
    key: "upgradeUrl",
    kind: text,
    fallback: "",
    doc: "where a refused caller can get more; when empty, /pricing of the public address or, without one, /docs",
  },
  {
    key: "quotaFile",
    kind: text,
    fallback: "",
    doc: "SQLite file that counts months; when empty, quota.sqlite in the data directory",
  },
  {
    key: "quotaDatabaseUrl",
    kind: secret,
    fallback: "",
    doc: "address of a PostgreSQL in which several servers count months together, in place of the file",
  },
  {
    key: "callerKey",
    kind: secret,
    fallback: "",
    doc: "key of the digests that stand for addresses in log and store, at least 16 characters; when empty, one is kept in caller.key next to the quota file, and a shared database holds addresses as they are",
  },
  {
    key: "internalToken",
    kind: secret,
    fallback: "",
    doc: "bearer token for /internal/limits, at least 16 characters; without one the view is not offered",
  },
  {
    key: "firstPartyMarker",
    kind: text,
    fallback: "",
    doc: "text in the User-Agent of our own web application's rendering; empty knows none",
  },
  {
    key: "firstPartySecret",
    kind: secret,
    fallback: "",
    doc: "value of X-First-Party-Secret that proves the marker and lifts its monthly meter",
  },
  {
    key: "firstPartyPerMonth",
    kind: { type: "integer", min: 0, max: 1_000_000_000 },
    fallback: 200_000,
    doc: "requests a month of a caller with the marker and without the secret; 0 is unlimited",
  },
] as const satisfies readonly Setting[];

export type AccessConfig = ConfigOf<typeof ACCESS_SETTINGS>;
