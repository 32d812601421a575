import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { allowanceOf, DEFAULT_LIMITS, TIERS } from "../../../../src/config/tier-limits.ts";
import { testLimiter } from "../../../support/run/memory-quota-store.ts";
import { runSeed } from "../../../support/run/seeded-random.ts";
import { inForm } from "../../../support/run/test-form.ts";

/** Edges of the calendar: months, a leap day, Sydney's daylight saving, and an ordinary minute. */
const EDGES = [
  "2028-03-01T00:00:00Z",
  "2027-03-01T00:00:00Z",
  "2027-01-01T00:00:00Z",
  "2026-10-01T00:00:00Z",
  "2026-10-03T16:00:00Z",
  "2027-04-03T16:00:00Z",
  "2026-11-15T03:01:00Z",
].map((instant) => Date.parse(instant));

const ZONES = ["UTC", "Australia/Sydney", "Pacific/Kiritimati", "America/St_Johns"];

const schedule = fc.record({
  edge: fc.constantFrom(...EDGES),
  before: fc.integer({ min: 0, max: 90_000 }),
  zone: fc.constantFrom(...ZONES),
  tier: fc.constantFrom(...TIERS),
  gaps: fc.array(
    fc.oneof(
      { weight: 25, arbitrary: fc.integer({ min: 0, max: 1200 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, 59_999, 60_000) },
    ),
    { minLength: 40, maxLength: 160 },
  ),
});

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

describe("createLimiter on schedules around the edges of minutes and months", () => {
  it("sends the headers that a log of timestamps gives, in any time zone", async () => {
    const numRuns = inForm({ short: 60, deep: 300, long: 10_000 });
    let requests = 0;
    let refused = 0;
    const check = fc.asyncProperty(schedule, async ({ edge, before, zone, tier, gaps }) => {
      process.env.TZ = zone;
      let nowMs = edge - before;
      const { limiter, ledger } = testLimiter(() => nowMs);
      const { perMinute, perMonth } = allowanceOf(DEFAULT_LIMITS, tier, "api");
      const allowance = { perMinute, perMonth };
      const caller = {
        identifier: "user:a",
        tier,
        access: "api" as const,
        allowance,
        claims: undefined,
        isProvenFirstParty: false,
      };
      const admittedAt: number[] = [];
      for (const gap of gaps) {
        nowMs += gap;
        const admission = limiter.admit(caller, 1);
        const inside = admittedAt.filter((time) => nowMs - time < 60_000);
        requests++;
        expect(admission.isAdmitted).toBe(inside.length < perMinute);
        if (admission.isAdmitted) {
          admittedAt.push(nowMs);
          inside.push(nowMs);
        } else {
          refused++;
          expect(admission.detail.retry_after_seconds).toBe(Math.ceil((inside[0] + 60_000 - nowMs) / 1000));
        }
        const month = new Date(nowMs).toISOString().slice(0, 7);
        const used = admittedAt.filter((time) => new Date(time).toISOString().startsWith(month)).length;
        const expected: Record<string, number> = {
          "x-ratelimit-limit": perMinute,
          "x-ratelimit-remaining": perMinute - inside.length,
          "x-ratelimit-reset": Math.ceil((inside[0] + 60_000) / 1000),
        };
        // A rejection has the month only after the store has answered, which does not happen here.
        if (admission.isAdmitted) {
          expected["x-ratelimit-monthly-limit"] = perMonth;
          expected["x-ratelimit-monthly-used"] = used;
          expected["x-ratelimit-monthly-remaining"] = perMonth - used;
          expected["x-ratelimit-monthly-reset"] = nextMonthStart(month);
        }
        expect(numbersOf(admission.headers)).toEqual(expected);
      }
      // A ledger's pending work would keep it in memory.
      await ledger.close();
    });
    await fc.assert(check, { numRuns, seed: runSeed("limit schedules") });
    console.log(
      `limit schedules: ${numRuns} schedules, ${requests} requests, ${refused} refused, 0 differences`,
    );
    expect(refused).toBeGreaterThan(requests / 100);
  }, 900_000);
});

/** Unix seconds of the first instant after a month written YYYY-MM. */
function nextMonthStart(month: string): number {
  const [year, number] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  return Date.parse(`${next}-01T00:00:00Z`) / 1000;
}

function numbersOf(headers: Readonly<Record<string, string>>): Record<string, number> {
  const windowHeaders = Object.entries(headers).filter(([name]) =>
    /^x-ratelimit-(limit|remaining|reset|monthly-\w+)$/.test(name),
  );
  return Object.fromEntries(windowHeaders.map(([name, value]) => [name, Number(value)]));
}
