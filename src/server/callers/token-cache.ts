import { hash } from "node:crypto";
import { bearerToken } from "./bearer-token.ts";
import { type TokenClaims, verifyToken } from "./token.ts";

/** How long a verdict is believed. A token's own end is checked on every use. */
const VERDICT_MS = 60_000;

/** Verdicts kept. One is about 300 bytes; a flood of invented tokens pushes out the oldest. */
const MAX_VERDICTS = 20_000;

/** Headers kept as they are besides, 4 kB at most each: a busy caller's token need not be digested for every request. */
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
  readonly #verdicts = new Map<string, Verdict>();
  readonly #recent = new Map<string, Verdict>();

  constructor(secrets: readonly Uint8Array[], now: () => number) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /** The claims of the good token in an `Authorization` header; undefined for any other header. */
  readHeader(authorization: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    const nowMs = this.#now();
    const recent = this.#recent.get(authorization);
    if (recent !== undefined && nowMs - recent.judgedAtMs < VERDICT_MS) return inForce(recent, nowMs);
    const token = bearerToken(authorization);
    if (token === undefined || !this.#isWorthALook(token)) return undefined;
    const key = hash("sha256", token, "base64");
    const verdict = this.#find(key, nowMs);
    if (verdict === undefined) return this.#judge(token, key, nowMs);
    if (this.#recent.size >= MAX_RECENT) this.#recent.clear();
    if (authorization.length <= MAX_TOKEN_LENGTH) this.#recent.set(authorization, verdict);
    return inForce(verdict, nowMs);
  }

  /** The claims of a good token; undefined for any other. At once when the token was seen lately. */
  read(token: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    if (!this.#isWorthALook(token)) return undefined;
    const nowMs = this.#now();
    const key = hash("sha256", token, "base64");
    const verdict = this.#find(key, nowMs);
    return verdict === undefined ? this.#judge(token, key, nowMs) : inForce(verdict, nowMs);
  }

  #isWorthALook(token: string): boolean {
    return this.#secrets.length > 0 && token.length <= MAX_TOKEN_LENGTH;
  }

  #find(key: string, nowMs: number): Verdict | undefined {
    const verdict = this.#verdicts.get(key);
    return verdict !== undefined && nowMs - verdict.judgedAtMs < VERDICT_MS ? verdict : undefined;
  }

  async #judge(token: string, key: string, nowMs: number): Promise<TokenClaims | undefined> {
    const claims = await verifyToken(token, this.#secrets, nowMs);
    this.#verdicts.delete(key);
    if (this.#verdicts.size >= MAX_VERDICTS) {
      const [oldest] = this.#verdicts.keys();
      this.#verdicts.delete(oldest);
    }
    this.#verdicts.set(key, { claims, judgedAtMs: nowMs });
    return claims;
  }
}

function inForce({ claims }: Verdict, nowMs: number): TokenClaims | undefined {
  return claims !== undefined && claims.expiresAt * 1000 > nowMs ? claims : undefined;
}
