import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/config/tier-limits.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { copyCountry, copySecondCountry } from "../../support/country/copy-country.ts";
import { callJson, TOKEN_SECRET, testToken } from "../../support/country/serve-country.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { eventually, temporaryDirectory } from "../../support/run/fixtures.ts";

const METHOD = "shorts.v1alpha1.HousingService/GetSuburbIndex";
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const SETTLED_MS = 5 * MINUTE_MS;
const [PER_MINUTE, PER_MONTH] = [10, 25];
const TOKEN_DAYS = 400;
/** Days from the right time: within the month, by months, past the turn of a year, and back to right. */
const JUMPS_DAYS = [1 / 24, -1, 31, 300, -10, -31, 0, -400, 31, 0];

/** A server over its own data directory, with clocks that the test moves. */
async function serveByClock() {
  const root = await temporaryDirectory();
  const dataDir = join(root, "data");
  await copyCountry(dataDir);
  const clock = { jumpMs: 0, steadyMs: 1_000_000 };
  const startMs = Date.UTC(2026, 10, 15, 3);
  const wallMs = () => startMs + clock.jumpMs + clock.steadyMs;
  const serving = await serveForTest(dataDir, {
    now: () => new Date(wallMs()),
    monotonicMs: () => clock.steadyMs,
    config: {
      limits: true,
      tokenSecret: TOKEN_SECRET,
      quotaFile: join(root, "quota.sqlite"),
      tierLimits: {
        ...DEFAULT_LIMITS,
        free: { ...DEFAULT_LIMITS.free, apiPerMinute: PER_MINUTE, apiPerMonth: PER_MONTH },
      },
    },
  });
  const longAgoMs = wallMs() - 3660 * DAY_MS;
  const token = await testToken({ tier: "free", nowMs: longAgoMs, days: TOKEN_DAYS });
  const lasting = await testToken({ tier: "free", nowMs: longAgoMs, days: 2 * 3660 });
  const ask = (bearer: string) =>
    callJson(serving.url, METHOD, { stateCode: "ACT" }, { authorization: `Bearer ${bearer}` });
  return { serving, clock, root, dataDir, call: () => ask(lasting), callExpired: () => ask(token) };
}

describe("a server whose wall clock is set", () => {
  it("keeps minutes and months, answers the same, and follows what is published", async () => {
    const { serving, clock, root, dataDir, call, callExpired } = await serveByClock();
    const kindOf = async () => {
      const { status, headers } = await call();
      if (status === 200) return "answered";
      expect(status).toBe(429);
      return (JSON.parse(headers.get("x-ratelimit-detail") ?? "{}") as { kind: string }).kind;
    };
    const everyJump = async (kind: string) => {
      for (const days of JUMPS_DAYS) {
        clock.jumpMs = days * DAY_MS;
        expect(await kindOf(), `${days} days`).toBe(kind);
      }
    };
    for (let i = 0; i < PER_MINUTE; i++) expect(await kindOf()).toBe("answered");
    await everyJump("per_minute");
    for (let used = PER_MINUTE; used < PER_MONTH; used++) {
      if (used % PER_MINUTE === 0) clock.steadyMs += MINUTE_MS;
      expect(await kindOf()).toBe("answered");
    }
    const untilMonthly = () =>
      eventually(async () => {
        clock.steadyMs += MINUTE_MS;
        expect(await kindOf()).toBe("monthly");
      });
    await untilMonthly();
    await everyJump("monthly");
    // Another month, without usage, counts only after the clock has stayed in it without a break; the right
    // month counts as soon as the clock is back.
    clock.jumpMs = -31 * DAY_MS;
    expect(await kindOf()).toBe("monthly");
    clock.steadyMs += SETTLED_MS - MINUTE_MS;
    expect(await kindOf()).toBe("monthly");
    clock.jumpMs = -62 * DAY_MS;
    clock.steadyMs += MINUTE_MS;
    expect(await kindOf()).toBe("monthly");
    clock.jumpMs = -31 * DAY_MS;
    expect(await kindOf()).toBe("monthly");
    clock.steadyMs += SETTLED_MS;
    expect(await kindOf()).toBe("answered");
    clock.jumpMs = 0;
    await untilMonthly();
    // Tokens use the wall clock only: an expired one is valid again when the clock is set back.
    const limitOf = async () => (await callExpired()).headers.get("x-ratelimit-limit");
    clock.jumpMs = 0;
    expect(await limitOf()).toBe(String(DEFAULT_LIMITS.anonymous.apiPerMinute));
    clock.jumpMs = -3659 * DAY_MS;
    expect(await limitOf()).toBe(String(PER_MINUTE));
    const other = await copySecondCountry(root);
    await publishSnapshot(other.directory, dataDir);
    await eventually(() => expect(serving.engine.manifest.snapshotId).toBe(other.snapshotId));
    const health = (await (await fetch(`${serving.url}/api/health`)).json()) as { status: string };
    expect(health.status).toBe("healthy");
  });
});
