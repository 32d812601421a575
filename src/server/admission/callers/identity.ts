import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { AccessConfig } from "../../../config/access-settings.ts";
import { type Access, type Allowance, allowanceOf } from "../../../config/tier-limits.ts";
import { type AddressRule, isLoopbackCaller } from "../../wire/http/client-address.ts";
import type { TierRule } from "./tiers.ts";
import type { TokenClaims } from "./token.ts";
import type { tokenCache } from "./token-cache.ts";

export interface Caller {
  /** With a class prefix: `user:`, `first-party:` or `ip:`. */
  readonly identifier: string;
  readonly tier: string;
  readonly access: Access;
  readonly allowance: Allowance;
  /** Claims of a verified token; undefined for anonymous callers. */
  readonly claims: TokenClaims | undefined;
  /** Our own server-side rendering, with the right secret. */
  readonly isProvenFirstParty: boolean;
  /** From this machine and not through a local proxy: most likely the operator. */
  readonly isLoopback?: boolean;
}

export interface CallerEvidence {
  readonly headers: IncomingHttpHeaders;
  readonly peer: string | undefined;
}

interface CallerRuleParts {
  readonly tokens: ReturnType<typeof tokenCache>;
  readonly tierOf: TierRule;
  readonly addressOf: AddressRule;
  /** True for calls of our own page, which have the limits of a browser. */
  isOwnPage(headers: IncomingHttpHeaders, address: string): boolean;
}

/** Identifies the caller of a request; synchronously unless a token has to be verified. */
export type CallerRule = (evidence: CallerEvidence) => Caller | Promise<Caller>;

const UNLIMITED: Allowance = { perMinute: 0, perMonth: 0 };

/** The rule: first match wins of user token, first-party marker, address. */
export function createCallerRule(
  { tierLimits, meterAnonymousMonthly, trustLoopback, ...config }: AccessConfig,
  { tokens, tierOf, addressOf, isOwnPage }: CallerRuleParts,
): CallerRule {
  const webHosts = readWebHosts(config.webHosts);
  const metered = (access: Access): Allowance => {
    const allowance = allowanceOf(tierLimits, "anonymous", access);
    return meterAnonymousMonthly ? allowance : { ...allowance, perMonth: 0 };
  };
  const [strangerAllowance, readerAllowance] = [metered("api"), metered("browser")];
  return (evidence) => {
    const { authorization } = evidence.headers;
    if (authorization === undefined) return unnamed(evidence);
    const claims = tokens.readHeader(authorization);
    if (!(claims instanceof Promise))
      return claims === undefined ? unnamed(evidence) : user(claims, evidence);
    return claims.then((read) => (read === undefined ? unnamed(evidence) : user(read, evidence)));
  };

  function user(claims: TokenClaims, { headers }: CallerEvidence): Caller {
    const tier = tierOf(claims.userId, claims.tier);
    const access = claims.isSession && isFromBrowser(headers, webHosts) ? "browser" : "api";
    const allowance = allowanceOf(tierLimits, tier, access);
    return {
      identifier: `user:${claims.userId}`,
      tier,
      access,
      allowance,
      claims,
      isProvenFirstParty: false,
    };
  }

  function unnamed({ headers, peer }: CallerEvidence): Caller {
    const address = addressOf(peer, headers);
    const { firstPartyMarker: marker, firstPartySecret: secret, firstPartyPerMonth: perMonth } = config;
    if (marker === "" || headers["user-agent"]?.includes(marker) !== true) {
      const isReader = isOwnPage(headers, address);
      const isLoopback = isLoopbackCaller(peer, headers);
      const isUnlimited = isLoopback && trustLoopback;
      return {
        identifier: `ip:${address}`,
        tier: "anonymous",
        access: isReader ? "browser" : "api",
        allowance: isUnlimited ? UNLIMITED : isReader ? readerAllowance : strangerAllowance,
        claims: undefined,
        isProvenFirstParty: false,
        isLoopback,
      };
    }
    const isProvenFirstParty = secret !== "" && isSameSecret(headers["x-first-party-secret"], secret);
    return {
      identifier: `first-party:${address}`,
      tier: "anonymous",
      access: "browser",
      allowance: { perMinute: 0, perMonth: isProvenFirstParty ? 0 : perMonth },
      claims: undefined,
      isProvenFirstParty,
    };
  }
}

/** Constant-time comparison. */
export function isSameSecret(given: string | string[] | undefined, secret: string): boolean {
  if (typeof given !== "string") return false;
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", secret, "buffer"));
}

/** Parses host names such as `app.example, *.preview.example`, in lower case. */
export function readWebHosts(text: string): readonly string[] {
  return text.split(",").map((host) => host.trim().toLowerCase());
}

/** True if a page URL is on one of the hosts; `*.` matches all subdomains. */
export function isOnWebHost(page: string | undefined, webHosts: readonly string[]): boolean {
  if (page === undefined || !URL.canParse(page)) return false;
  const { hostname } = new URL(page);
  return webHosts.some((host) =>
    host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}

/** A session is the web application's own if it comes from its pages or from any browser. */
function isFromBrowser(headers: IncomingHttpHeaders, webHosts: readonly string[]): boolean {
  if (isOnWebHost(headers.origin ?? headers.referer, webHosts)) return true;
  return headers["user-agent"]?.toLowerCase().includes("mozilla/") === true;
}
