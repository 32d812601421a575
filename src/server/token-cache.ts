import { hash } from "node:crypto";
import { type TokenClaims, verifyToken } from "./token.ts";

/** How long a verdict is believed. A token's own end is checked on every use. */
const VERDICT_MS = 60_000;

/** Verdicts kept. One is about 300 bytes; a flood of invented tokens pushes out the oldest. */
const MAX_VERDICTS = 20_000;

/** No token of ours is longer; a longer text is not worth a look. */
const MAX_TOKEN_LENGTH = 4096;

interface Verdict {
  readonly claims: TokenClaims | undefined;
  readonly judgedAtMs: number;
}

/** Reads tokens, verifying each about once a minute. Tokens are kept as digests only. */
export class TokenCache {
  readonly #secrets: readonly Uint8Array[];
  readonly #now: () => number;
  readonly #verdicts = new Map<string, Verdict>();

  constructor(secrets: readonly Uint8Array[], now: () => number) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /** The claims of a good token; undefined for any other. At once when the token was seen lately. */
  read(token: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    if (this.#secrets.length === 0 || token.length > MAX_TOKEN_LENGTH) return undefined;
    const key = hash("sha256", token, "base64");
    const verdict = this.#verdicts.get(key);
    const nowMs = this.#now();
    if (verdict !== undefined && nowMs - verdict.judgedAtMs < VERDICT_MS) return inForce(verdict, nowMs);
    return this.#judge(token, key, nowMs);
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
