import { describe, expect, it } from "vitest";
import { allowanceOf, DEFAULT_LIMITS, TIERS } from "../../../../src/config/tier-limits.ts";
import type { Caller } from "../../../../src/server/admission/callers/identity.ts";
import { COSTS } from "../../../../src/server/admission/limits/limits.ts";
import { testLimiter } from "../../../support/run/memory-quota-store.ts";

const UPGRADE = "https://web.example/pricing";

/** A limiter whose clock advances only when set. */
function setUp(startMs = Date.parse("2025-08-30T00:00:00.250Z"), upgradeUrl = UPGRADE) {
  const clock = { nowMs: startMs };
  return { clock, ...testLimiter(() => clock.nowMs, upgradeUrl) };
}

function callerOf(tier: string, access: "api" | "browser" = "api"): Caller {
  const allowance = allowanceOf(DEFAULT_LIMITS, tier, access);
  return {
    identifier: `user:${tier}`,
    tier,
    access,
    allowance,
    claims: undefined,
    isProvenFirstParty: false,
  };
}

describe("createLimiter", () => {
  it("tells whoever runs the server how limits are lifted, and nobody else", () => {
    const messageOf = (isLoopback: boolean) => {
      const { limiter } = setUp();
      const caller = { ...callerOf("anonymous"), isLoopback };
      for (;;) {
        const admission = limiter.admit(caller, COSTS.rpc);
        if (!admission.isAdmitted) return admission.detail.message;
      }
    };
    expect(messageOf(true)).toMatch(/The operator of this server lifts limits with --limits off\.$/);
    expect(messageOf(false)).not.toContain("--limits");
  });

  it("explains a per-minute refusal with the members of the detail in their order", async () => {
    const { clock, ledger, limiter } = setUp();
    const caller = callerOf("free");
    limiter.admit(caller, 1);
    // From here on the ledger knows the caller's total.
    await ledger.flush();
    for (let i = 1; i < caller.allowance.perMinute; i++) limiter.admit(caller, 1);
    clock.nowMs += 18_300;
    const admission = limiter.admit(caller, 1);
    const headers = admission.headers;
    const { perMinute, perMonth } = caller.allowance;
    expect(headers).toMatchObject({
      "x-ratelimit-limit": String(perMinute),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "1756512061",
      "x-ratelimit-monthly-limit": String(perMonth),
      "x-ratelimit-monthly-used": String(perMinute),
      "retry-after": "42",
      "x-ratelimit-kind": "per_minute",
      "x-ratelimit-tier": "free",
      "x-ratelimit-access": "api",
      "x-ratelimit-upgrade-url": UPGRADE,
    });
    expect(headers["x-ratelimit-detail"]).toBe(
      `{"kind":"per_minute","limit":${perMinute},"used":${perMinute},"remaining":0,"reset_at":1756512061,` +
        `"retry_after_seconds":42,"tier":"free","access":"api","upgrade_url":"${UPGRADE}",` +
        `"message":"Per-minute limit of ${perMinute} reached. Upgrade at ${UPGRADE} for more."}`,
    );
  });

  it("sends no monthly headers with a per-minute refusal while the total is not known", () => {
    const { limiter } = setUp();
    const caller = callerOf("anonymous");
    for (let i = 0; i < caller.allowance.perMinute; i++) limiter.admit(caller, 1);
    const headers = limiter.admit(caller, 1).headers;
    expect(headers["x-ratelimit-kind"]).toBe("per_minute");
    expect(Object.keys(headers).filter((name) => name.includes("monthly"))).toEqual([]);
  });

  it("explains a monthly refusal, leaves both meters as they were, and lets the next month in", async () => {
    const { clock, ledger, limiter } = setUp(Date.parse("2028-02-29T23:58:00.000Z"));
    const caller = { ...callerOf("anonymous"), allowance: { perMinute: 30, perMonth: 3 } };
    limiter.admit(caller, 1);
    await ledger.flush();
    limiter.admit(caller, 1);
    limiter.admit(caller, 1);
    for (let i = 0; i < 40; i++) {
      const admission = limiter.admit(caller, 1);
      expect(admission.headers).toMatchObject({
        "x-ratelimit-remaining": "27",
        "x-ratelimit-monthly-used": "3",
        "x-ratelimit-monthly-remaining": "0",
        "x-ratelimit-monthly-reset": String(Date.UTC(2028, 2, 1) / 1000),
        "retry-after": "120",
        "x-ratelimit-kind": "monthly",
      });
      if (!admission.isAdmitted)
        expect(admission.detail).toMatchObject({ kind: "monthly", limit: 3, used: 3 });
    }
    clock.nowMs = Date.UTC(2028, 2, 1) - 1;
    expect(limiter.admit(caller, 1).headers).toMatchObject({ "retry-after": "1" });
    clock.nowMs = Date.UTC(2028, 2, 1);
    expect(limiter.admit(caller, 1).headers).toMatchObject({
      "x-ratelimit-remaining": "29",
      "x-ratelimit-monthly-used": "1",
      "x-ratelimit-monthly-reset": String(Date.UTC(2028, 3, 1) / 1000),
    });
  });

  it("sends nothing for a window without a limit and keeps no record of the caller", () => {
    const { ledger, limiter } = setUp();
    const caller = callerOf("enterprise", "browser");
    expect(caller.allowance).toEqual({ perMinute: 0, perMonth: 0 });
    for (let i = 0; i < 1000; i++) expect(limiter.admit(caller, 1).headers).toEqual({});
    expect(ledger.health.tracked_identifiers).toBe(0);
    const monthOnly = { ...caller, allowance: { perMinute: 0, perMonth: 10 } };
    expect(Object.keys(limiter.admit(monthOnly, 1).headers)).toEqual([
      "x-ratelimit-monthly-limit",
      "x-ratelimit-monthly-used",
      "x-ratelimit-monthly-remaining",
      "x-ratelimit-monthly-reset",
    ]);
    const minuteOnly = { ...caller, allowance: { perMinute: 10, perMonth: 0 } };
    expect(Object.keys(limiter.admit(minuteOnly, 1).headers)).toEqual([
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
    ]);
  });

  it("resets by UTC when Sydney's clocks change", () => {
    for (const [instant, reset] of [
      ["2026-10-03T15:59:59Z", Date.UTC(2026, 10, 1)],
      ["2026-10-03T16:00:00Z", Date.UTC(2026, 10, 1)],
      ["2027-04-03T15:59:59Z", Date.UTC(2027, 4, 1)],
      // Already April in Sydney.
      ["2027-03-31T13:00:00Z", Date.UTC(2027, 3, 1)],
    ] as const) {
      const { limiter } = setUp(Date.parse(instant));
      expect(limiter.admit(callerOf("free"), 1).headers).toMatchObject({
        "x-ratelimit-monthly-reset": String(reset / 1000),
        "x-ratelimit-reset": String(Date.parse(instant) / 1000 + 60),
      });
    }
  });

  it("says something else to strangers, free users and paying ones, in ASCII, and promises no one the unlimited", () => {
    const messages = new Set<string>();
    for (const tier of [...TIERS, "gold"]) {
      const { limiter } = setUp();
      const caller = { ...callerOf(tier), allowance: { perMinute: 1, perMonth: 0 } };
      limiter.admit(caller, 1);
      const headers = limiter.admit(caller, 1).headers;
      const detail = JSON.parse(headers["x-ratelimit-detail"]);
      expect(detail.tier).toBe(tier);
      expect(detail.message).not.toMatch(/unlimited/i);
      expect(detail.message).toContain(UPGRADE);
      for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
      messages.add(detail.message);
    }
    expect(messages.size).toBe(TIERS.length + 1);
  });

  it("escapes what is not ASCII in the detail", () => {
    const { limiter } = setUp(0, "https://web.example/préis\n");
    const caller = { ...callerOf("free"), allowance: { perMinute: 1, perMonth: 0 } };
    limiter.admit(caller, 1);
    const detail = limiter.admit(caller, 1).headers["x-ratelimit-detail"];
    expect(detail).toMatch(/^[\x20-\x7e]*$/);
    expect(detail).toContain("pr\\u00e9is");
    expect(JSON.parse(detail).upgrade_url).toBe("https://web.example/préis\n");
  });
});

describe("COSTS", () => {
  it("costs all of a limit that is smaller, and no more", async () => {
    const { clock, ledger, limiter } = setUp();
    const caller = { ...callerOf("free"), allowance: { perMinute: 3, perMonth: 4 } };
    const first = limiter.admit(caller, COSTS.exports);
    expect([first.isAdmitted, first.headers["x-ratelimit-remaining"]]).toEqual([true, "0"]);
    expect(limiter.admit(caller, COSTS.rpc)).toMatchObject({ detail: { kind: "per_minute", used: 3 } });
    await ledger.flush();
    clock.nowMs += 60_000;
    const refused = limiter.admit(caller, COSTS.exports);
    expect(refused).toMatchObject({ isAdmitted: false, detail: { kind: "monthly", used: 4 } });
    // A rejection by the month does not count in the minute.
    expect(refused.headers["x-ratelimit-remaining"]).toBe("3");
  });

  it("never reaches a per-minute limit of any tier, or an endpoint would refuse its own first call for ever", () => {
    for (const cost of Object.values(COSTS)) {
      for (const { apiPerMinute, browserPerMinute } of Object.values(DEFAULT_LIMITS)) {
        for (const limit of [apiPerMinute, browserPerMinute]) if (limit > 0) expect(cost).toBeLessThan(limit);
      }
    }
  });
});
