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
export class TokenCache {
  readonly #secrets: readonly Uint8Array[];
  readonly #now: () => number;
  readonly #verdicts: BoundedCache<Verdict>;
  readonly #recent: BoundedCache<Verdict>;

  constructor(secrets: readonly Uint8Array[], now: () => number) {
    this.#secrets = secrets;
    this.#now = now;
    this.#verdicts = new BoundedCache({ maxEntries: MAX_VERDICTS, freshMs: VERDICT_MS, now });
    this.#recent = new BoundedCache({ maxEntries: MAX_RECENT });
  }

  /** The claims of the good token in an `Authorization` header; undefined for any other. At once when it was seen lately. */
  readHeader(authorization: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    const recent = this.#recent.get(authorization);
    if (recent !== undefined && this.#isFresh(recent)) return this.#inForce(recent);
    const token = bearerToken(authorization);
    if (token === undefined || this.#secrets.length === 0 || token.length > MAX_TOKEN_LENGTH)
      return undefined;
    const judge = async () => {
      const judgedAtMs = this.#now();
      return { claims: await verifyToken(token, this.#secrets, judgedAtMs), judgedAtMs };
    };
    const key = hash("sha256", token, "base64");
    const known = this.#verdicts.peek(key);
    if (known !== undefined && !this.#isFresh(known)) this.#verdicts.delete(key);
    const verdict = this.#verdicts.load(key, judge);
    // A verdict that was just made is not kept twice: most tokens of a flood are never seen again.
    if (verdict instanceof Promise) return verdict.then((judged) => this.#inForce(judged));
    if (authorization.length <= MAX_TOKEN_LENGTH) this.#recent.set(authorization, verdict);
    return this.#inForce(verdict);
  }

  /** A verdict of the future was given before the clock was set back: it says nothing about now. */
  #isFresh({ judgedAtMs }: Verdict): boolean {
    const ageMs = this.#now() - judgedAtMs;
    return ageMs >= 0 && ageMs < VERDICT_MS;
  }

  #inForce({ claims }: Verdict): TokenClaims | undefined {
    return claims !== undefined && claims.expiresAt * 1000 > this.#now() ? claims : undefined;
  }
}
