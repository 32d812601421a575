import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alignByMonth,
  firstDayOfMonth,
  monthOfDay,
} from "../../../src/engine/statistics/series-alignment.ts";
import { plainMonths } from "../../support/plain/plain-correlation.ts";

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const monthOf = (date: string) => monthOfDay(day(date));
const name = (month: number) => new Date(firstDayOfMonth(month) * 86_400_000).toISOString().slice(0, 7);

function aligned(
  observations: readonly (readonly [string, number])[],
  frequency: string,
): Record<string, number> {
  const { months, values } = alignByMonth(
    observations.map(([date]) => monthOf(date)),
    observations.map(([, value]) => value),
    frequency === "quarterly",
  );
  expect(months.length).toBe(new Set(months).size);
  return Object.fromEntries(months.map((month, i) => [name(month), values[i]]));
}

describe("monthOfDay", () => {
  it("is the UTC calendar month, also before 1970", () => {
    expect(monthOf("2026-11-30")).toBe(2026 * 12 + 10);
    expect(monthOf("2026-12-01")).toBe(2026 * 12 + 11);
    expect(monthOf("1969-12-31")).toBe(1969 * 12 + 11);
  });

  it("is undone by firstDayOfMonth on the first day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1850 * 12, max: 2200 * 12 }), (month) => {
        expect(monthOfDay(firstDayOfMonth(month))).toBe(month);
        expect(monthOfDay(firstDayOfMonth(month) - 1)).toBe(month - 1);
      }),
    );
  });
});

describe("alignByMonth", () => {
  const spaced = { "2023-01-01": 1, "2023-04-01": 4 };

  it.each<
    [title: string, frequency: string, observed: Record<string, number>, months: Record<string, number>]
  >([
    ["carries no monthly value, however spaced", "monthly", spaced, { "2023-01": 1, "2023-04": 4 }],
    ["carries no annual value, however spaced", "annual", spaced, { "2023-01": 1, "2023-04": 4 }],
    [
      "carries a quarterly value after dates that moved",
      "quarterly",
      { ...spaced, "2023-05-01": 5 },
      { "2023-01": 1, "2023-02": 1, "2023-03": 1, "2023-04": 4, "2023-05": 5, "2023-06": 5 },
    ],
  ])("%s", (_, frequency, observed, months) => {
    expect(aligned(Object.entries(observed), frequency)).toEqual(months);
  });

  it("agrees with the plain reading of the rule on random dates", () => {
    const dates = fc.uniqueArray(fc.integer({ min: 0, max: 4000 }), { minLength: 0, maxLength: 40 });
    fc.assert(
      fc.property(
        dates,
        fc.constantFrom(1, 45, 91),
        fc.constantFrom("monthly", "quarterly"),
        (days, spacing, frequency) => {
          const observations = days
            .toSorted((a, b) => a - b)
            .map((d, i): [string, number] => [
              new Date((d * spacing + 7000) * 86_400_000).toISOString().slice(0, 10),
              i,
            ]);
          expect(aligned(observations, frequency)).toEqual(
            Object.fromEntries(plainMonths(observations, frequency)),
          );
        },
      ),
    );
  });
});
