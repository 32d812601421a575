import { hash } from "node:crypto";
import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { bearerToken, type TokenClaims, verifyToken } from "./token.ts";

/** How long a verdict is believed. A token's own end is checked on every use. */
const VERDICT_MS = 60_000;

/** Verdicts kept. One is about 300 bytes; a flood of invented tokens pushes out the oldest. */
const MAX_VERDICTS = 20_000;

/** Headers that are also kept as they are, 4 kB at most each: a busy caller's token need not be digested for every request. */
const MAX_RECENT = 256;

/** No token of ours is longer; a longer text is not worth a look. */
const MAX_TOKEN_LENGTH = 4096;

interface Verdict {
  readonly claims: TokenClaims | undefined;
  readonly judgedAtMs: number;
}

/** Reads tokens, verifying each about once a minute. All but the latest are kept as digests only. */
export function tokenCache(secrets: readonly Uint8Array[], now: () => number) {
  const verdicts = new BoundedCache<Verdict>({ maxEntries: MAX_VERDICTS, freshMs: VERDICT_MS, now });
  const recent = new BoundedCache<Verdict>({ maxEntries: MAX_RECENT });
  /** A verdict of the future was given before the clock was set back: it says nothing about now. */
  const isFresh = ({ judgedAtMs }: Verdict): boolean => {
    const ageMs = now() - judgedAtMs;
    return ageMs >= 0 && ageMs < VERDICT_MS;
  };
  const inForce = ({ claims }: Verdict): TokenClaims | undefined =>
    claims !== undefined && claims.expiresAt * 1000 > now() ? claims : undefined;
  /** The claims of the good token in an `Authorization` header; undefined for any other. At once when it was seen lately. */
  const readHeader = (authorization: string): TokenClaims | undefined | Promise<TokenClaims | undefined> => {
    const seen = recent.get(authorization);
    if (seen !== undefined && isFresh(seen)) return inForce(seen);
    const token = bearerToken(authorization);
    if (token === undefined || secrets.length === 0 || token.length > MAX_TOKEN_LENGTH) return undefined;
    const judge = async () => {
      const judgedAtMs = now();
      return { claims: await verifyToken(token, secrets, judgedAtMs), judgedAtMs };
    };
    const key = hash("sha256", token, "base64");
    const known = verdicts.peek(key);
    if (known !== undefined && !isFresh(known)) verdicts.delete(key);
    const verdict = verdicts.load(key, judge);
    // A verdict that was just made is not kept twice: most tokens of a flood are never seen again.
    if (verdict instanceof Promise) return verdict.then(inForce);
    if (authorization.length <= MAX_TOKEN_LENGTH) recent.set(authorization, verdict);
    return inForce(verdict);
  };
  return { readHeader };
}
