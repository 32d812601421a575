import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { STATE_CODES } from "../../../../src/dataset/states.ts";
import { dutyRule, knownFrom, type Purchase } from "../../../../src/domains/explorer/afford/duty.ts";
import { GENERAL_SCALES, RELIEFS } from "../../../../src/domains/explorer/afford/duty-schedules.ts";
import { dayNumberOf } from "../../../../src/runtime/time/calendar-date.ts";

const fixture = new URL("../../../fixtures/duty-examples.csv", import.meta.url);

/** Published duties, and edges of the schedules calculated by hand (`edge`). */
const EXAMPLES = readFileSync(fixture, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [state, from, buyer, property, value, duty, readAt, reason] = line.split(",");
    const purchase = { state, buyer, property, date: from } as Purchase;
    return { purchase, value: Number(value), duty: Number(duty), readAt, reason, line };
  });
const published = EXAMPLES.filter(({ readAt }) => readAt !== "edge");

const PURCHASES = STATE_CODES.flatMap((state) =>
  (["owner_occupier", "investor", "first_home"] as const).flatMap((buyer) =>
    (["existing", "new", "land", "house_land_package"] as const).map((property) => ({
      state,
      buyer,
      property,
    })),
  ),
);

const dutyOf = ({ purchase, value }: { purchase: Purchase; value: number }) =>
  dutyRule(purchase)?.dutyOf(value);

describe("dutyRule", () => {
  it("agrees to the dollar with 192 published duties, all of those from revenue offices among them", () => {
    const agreeing = published.filter(({ reason }) => reason === "");
    expect(agreeing.length).toBe(192);
    const wrong = agreeing.filter((one) => !(Math.abs((dutyOf(one) ?? Number.NaN) - one.duty) <= 1));
    expect(wrong.map((one) => `${one.line} -> ${dutyOf(one)}`)).toEqual([]);
    expect(published.filter(({ readAt, reason }) => readAt === "office" && reason !== "")).toEqual([]);
  });

  it("differs from seven published duties, each for a reason", () => {
    const differing = published.filter(({ reason }) => reason !== "");
    expect(differing.length).toBe(7);
    for (const one of differing)
      expect(Math.abs(dutyOf(one)! - one.duty), one.line).toBeGreaterThanOrEqual(0.9);
  });

  it("agrees to the cent with the edges of every schedule", () => {
    const edges = EXAMPLES.filter(({ readAt }) => readAt === "edge");
    expect(new Set(edges.map(({ purchase }) => purchase.state)).size).toBe(8);
    const wrong = edges.filter((one) => !(Math.abs((dutyOf(one) ?? Number.NaN) - one.duty) <= 0.011));
    expect(wrong.map((one) => `${one.line} -> ${dutyOf(one)}`)).toEqual([]);
  });

  it("knows what every buyer of every kind of property pays in every state in 2026", () => {
    for (const purchase of PURCHASES) {
      const rule = dutyRule({ ...purchase, date: "2026-11-16" });
      expect(rule?.dutyOf(2_500_000), JSON.stringify(purchase)).toBeGreaterThanOrEqual(0);
      expect(rule?.dutyOf(0)).toBe(0);
    }
  });

  it("is unknown before the first day of which all parts were read", () => {
    const land = { state: "QLD", buyer: "first_home", property: "land" } as const;
    expect(knownFrom(land)).toBe("2025-05-01");
    expect(dutyRule({ ...land, date: "2025-04-30" })).toBeUndefined();
    expect(dutyRule({ ...land, date: "2025-05-01" })?.dutyOf(900_000)).toBe(0);
  });

  it("ends a relief with its last day", () => {
    const home = { state: "TAS", buyer: "first_home", property: "existing" } as const;
    expect(dutyRule({ ...home, date: "2026-06-30" })?.dutyOf(600_000)).toBe(0);
    expect(dutyRule({ ...home, date: "2026-07-01" })?.dutyOf(600_000)).toBe(22_497.5);
  });

  it("names the newest figures, and an office only when all of them were read there", () => {
    const sure = dutyRule({ state: "VIC", buyer: "first_home", property: "existing", date: "2026-11-16" });
    expect([sure?.from, sure?.isFromOffice]).toEqual(["2021-07-01", true]);
    const unsure = dutyRule({ state: "QLD", buyer: "first_home", property: "existing", date: "2026-11-16" });
    expect([unsure?.from, unsure?.isFromOffice]).toEqual(["2024-06-09", false]);
  });

  it("never falls between two of its bounds, so that a highest price can be found by halving", () => {
    for (const purchase of PURCHASES) {
      const { dutyOf, bounds } = dutyRule({ ...purchase, date: "2026-11-16" })!;
      const ends = [...new Set([0, ...bounds, 6_000_000])];
      for (let i = 0; i + 1 < ends.length; i++) {
        const step = Math.max(1, Math.floor((ends[i + 1] - ends[i]) / 400));
        let last = -1;
        for (let value = ends[i] + 1; value <= ends[i + 1]; value += step) {
          const duty = dutyOf(value);
          if (duty < last) expect.fail(`${JSON.stringify(purchase)}: ${duty} at ${value} after ${last}`);
          last = duty;
        }
      }
    }
  });
});

describe("the schedules", () => {
  it("have real dates, ascending brackets, and a general scale for each state", () => {
    for (const { from, until = from } of [...GENERAL_SCALES, ...RELIEFS]) {
      expect(dayNumberOf(from)).toBeDefined();
      expect(dayNumberOf(until)! >= dayNumberOf(from)!).toBe(true);
    }
    for (const { scale } of GENERAL_SCALES) {
      const overs = scale.brackets.map(([over]) => over);
      expect(overs).toEqual([...overs].sort((a, b) => a - b));
      expect(overs[0]).toBe(0);
    }
    expect(new Set(GENERAL_SCALES.map(({ state }) => state))).toEqual(new Set(STATE_CODES));
  });
});
