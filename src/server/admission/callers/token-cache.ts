import { hash } from "node:crypto";
import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { bearerToken, judgeToken, type TokenClaims } from "./token.ts";

/** How long a verification is cached. Expiry is checked on every use. */
const VERDICT_MS = 60_000;

/** About 300 bytes each; a flood of invented tokens evicts the oldest. */
const MAX_VERDICTS = 20_000;

/** Most headers cached verbatim, 4 kB at most each: a busy caller's token is not hashed on every request. */
const MAX_RECENT = 256;

/** Longer tokens are rejected unseen; ours are never that long. */
const MAX_TOKEN_LENGTH = 4096;

interface Verdict {
  readonly claims: TokenClaims | undefined;
  readonly judgedAtMs: number;
}

/** Verifies each token about once a minute. All but the latest are stored only as digests. */
export function tokenCache(secrets: readonly Uint8Array[], now: () => number) {
  const verdicts = new BoundedCache<Verdict>({ maxEntries: MAX_VERDICTS, freshMs: VERDICT_MS, now });
  const recent = new BoundedCache<Verdict>({ maxEntries: MAX_RECENT });
  /** A negative age means that the clock was set back: verify again. */
  const isFresh = ({ judgedAtMs }: Verdict): boolean => {
    const ageMs = now() - judgedAtMs;
    return ageMs >= 0 && ageMs < VERDICT_MS;
  };
  const inForce = ({ claims }: Verdict): TokenClaims | undefined =>
    claims !== undefined && claims.expiresAt * 1000 > now() ? claims : undefined;
  /** Claims of the valid token in an `Authorization` header, else undefined. Synchronous if cached. */
  const readHeader = (authorization: string): TokenClaims | undefined | Promise<TokenClaims | undefined> => {
    const seen = recent.get(authorization);
    if (seen !== undefined && isFresh(seen)) return inForce(seen);
    const token = bearerToken(authorization);
    if (token === undefined || secrets.length === 0 || token.length > MAX_TOKEN_LENGTH) return undefined;
    const judge = async () => {
      const judgedAtMs = now();
      const claims = await judgeToken(token, secrets, judgedAtMs);
      return { claims: typeof claims === "string" ? undefined : claims, judgedAtMs };
    };
    const key = hash("sha256", token, "base64");
    const known = verdicts.peek(key);
    if (known !== undefined && !isFresh(known)) verdicts.delete(key);
    const verdict = verdicts.load(key, judge);
    // Not cached verbatim on first sight: most tokens of a flood come only once.
    if (verdict instanceof Promise) return verdict.then(inForce);
    if (authorization.length <= MAX_TOKEN_LENGTH) recent.set(authorization, verdict);
    return inForce(verdict);
  };
  return { readHeader };
}
