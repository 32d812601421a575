import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { judgeToken, mintToken, tokenSecrets } from "../../../../src/server/admission/callers/token.ts";
import { tokenCache } from "../../../../src/server/admission/callers/token-cache.ts";

const NOW = Date.UTC(2026, 10, 15);
const DAY = 86_400_000;
const [SECRET, OTHER] = tokenSecrets(
  "a secret of more than 32 characters",
  "another secret of 32+ characters",
);
const order = {
  userId: "u-1",
  tier: "pro",
  email: "u@example.org",
  roles: ["operator"],
  isSession: false,
  days: 30,
  nowMs: NOW,
};

function handMade(header: unknown, claims: unknown, hashName = "sha256"): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac(hashName, SECRET).update(signed).digest("base64url")}`;
}
const goodClaims = { iss: "terrace", iat: NOW / 1000, exp: NOW / 1000 + 60, user_id: "u-1" };

describe("mintToken", () => {
  it("makes a token that says who, which tier, which roles and until when", async () => {
    const claims = await judgeToken(await mintToken(SECRET, order), [SECRET], NOW);
    expect(claims).toEqual({
      userId: "u-1",
      email: "u@example.org",
      roles: ["api-user", "operator"],
      tier: "pro",
      isSession: false,
      issuedAt: NOW / 1000,
      expiresAt: NOW / 1000 + 30 * 86_400,
    });
  });

  it("refuses user ids that could not be keys", async () => {
    for (const userId of ["", "a b", "ü", "x".repeat(129), "a\nb"]) {
      await expect(mintToken(SECRET, { ...order, userId })).rejects.toThrow("is not a user id");
    }
  });
});

describe("tokenSecrets", () => {
  it("names a secret that is too short without showing it", () => {
    expect(() => tokenSecrets("short", "")).toThrow("TERRACE_TOKEN_SECRET has 5 characters; at least 32");
    expect(() => tokenSecrets("x".repeat(32), "short")).toThrow("TERRACE_TOKEN_SECRET_PREVIOUS");
    expect(tokenSecrets("", "")).toEqual([]);
  });
});

describe("judgeToken", () => {
  it("accepts tokens of the previous secret while both are configured, and not afterwards", async () => {
    const old = await mintToken(OTHER, order);
    expect(await judgeToken(old, [SECRET, OTHER], NOW)).toMatchObject({ userId: "u-1" });
    expect(await judgeToken(old, [SECRET], NOW)).toBe("no accepted secret signed this token");
  });

  it("is over at the second of its end", async () => {
    const token = await mintToken(SECRET, { ...order, days: 1 });
    expect(await judgeToken(token, [SECRET], NOW + DAY - 1000)).toMatchObject({ tier: "pro" });
    expect(await judgeToken(token, [SECRET], NOW + DAY)).toBe("the token has expired");
  });

  it("refuses every algorithm but HMAC with SHA-256", async () => {
    const claims = { ...goodClaims };
    expect(await judgeToken(handMade({ alg: "HS256" }, claims), [SECRET], NOW)).toMatchObject({
      userId: "u-1",
      roles: [],
    });
    expect(await judgeToken(handMade({ alg: "HS512" }, claims, "sha512"), [SECRET], NOW)).toBe(
      "the algorithm is not HS256",
    );
    const unsigned = `${handMade({ alg: "none" }, claims).split(".").slice(0, 2).join(".")}.`;
    expect(typeof (await judgeToken(unsigned, [SECRET], NOW))).toBe("string");
  });

  it("refuses foreign issuers, missing claims and texts that are not tokens", async () => {
    const judged = (claims: object) => judgeToken(handMade({ alg: "HS256" }, claims), [SECRET], NOW);
    expect(await judged({ ...goodClaims, iss: "other" })).toBe('the claim "iss" is not acceptable');
    const { exp: _exp, ...endless } = goodClaims;
    expect(await judged(endless)).toBe('the claim "exp" is not acceptable');
    expect(await judged({ ...goodClaims, user_id: 7 })).toBe("user_id is missing or is not a user id");
    for (const text of ["", "x", "a.b.c", `${"x".repeat(100_000)}`]) {
      expect(await judgeToken(text, [SECRET], NOW)).toBe("the text is not a signed token");
    }
  });

  it("takes a token for another audience as a name without rights", async () => {
    const claims = { ...goodClaims, aud: "https://x/mcp", roles: ["operator"], session: true };
    expect(await judgeToken(handMade({ alg: "HS256" }, claims), [SECRET], NOW)).toMatchObject({
      userId: "u-1",
      roles: [],
      isSession: false,
    });
  });
});

describe("tokenCache", () => {
  it("verifies a token once for all who show it at the same time", async () => {
    const cache = tokenCache([SECRET], () => NOW);
    const token = handMade({ alg: "HS256" }, goodClaims);
    const all = await Promise.all(Array.from({ length: 20 }, () => cache.readHeader(`Bearer ${token}`)));
    expect(all[0]).toMatchObject({ userId: "u-1" });
    // Only one object: each verification would make new claims.
    expect(new Set(all).size).toBe(1);
  });

  it("remembers bad tokens as bad", async () => {
    const cache = tokenCache([SECRET], () => NOW);
    expect(await cache.readHeader("Bearer junk")).toBeUndefined();
    expect(cache.readHeader("Bearer junk")).toBeUndefined();
  });

  it("reads a header again without a digest, for no longer than its verdict and its token hold", async () => {
    let nowMs = NOW;
    const cache = tokenCache([SECRET], () => nowMs);
    const ending = { ...goodClaims, exp: NOW / 1000 + 600 };
    const header = `Bearer ${handMade({ alg: "HS256" }, ending)}`;
    expect(await cache.readHeader(header)).toMatchObject({ userId: "u-1" });
    expect(cache.readHeader(header)).toMatchObject({ userId: "u-1" });
    expect(cache.readHeader(header)).toMatchObject({ userId: "u-1" });
    nowMs += 60_000;
    expect(cache.readHeader(header)).toBeInstanceOf(Promise);
    nowMs += 540_000;
    expect(await cache.readHeader(header)).toBeUndefined();
  });

  it("keeps the headers of many callers apart", async () => {
    const cache = tokenCache([SECRET], () => NOW);
    const headers = Array.from(
      { length: 600 },
      (_, i) => `Bearer ${handMade({ alg: "HS256" }, { ...goodClaims, user_id: `u-${i}` })}`,
    );
    for (let round = 0; round < 3; round++) {
      for (const [i, header] of headers.entries()) {
        expect(await cache.readHeader(header)).toMatchObject({ userId: `u-${i}` });
      }
    }
    expect(await cache.readHeader("Bearer junk")).toBeUndefined();
    expect(cache.readHeader("Basic dTpw")).toBeUndefined();
  });

  it("reads nothing without a secret", () => {
    expect(tokenCache([], () => NOW).readHeader("Bearer a.b.c")).toBeUndefined();
  });
});
