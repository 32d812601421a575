import { describe, expect, it } from "vitest";
import {
  basePlan,
  isCorrelationBase,
  isOverlayOf,
  type PairingFacts,
} from "../../../src/engine/statistics/base-correlations.ts";
import { correlateLags } from "../../../src/engine/statistics/lag-correlations.ts";
import { monthOfDay } from "../../../src/engine/statistics/series-alignment.ts";
import type { SeriesMatrix } from "../../../src/engine/statistics/series-matrix.ts";
import { matrixOfSeries } from "../../support/data/series-of.ts";
import { type DatedValue, laterMonth } from "../../support/plain/plain-correlation.ts";

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** Series are monthly by default. */
function matrixOf(series: readonly (readonly DatedValue[])[], frequencies: readonly string[] = []) {
  const dated = series.map((one) =>
    one.map(([date, value]) => [monthOfDay(dayNumber(date)), value] as const),
  );
  return matrixOfSeries(dated, frequencies);
}

function every(stepMonths: number, from: string, values: readonly number[]): DatedValue[] {
  return values.map((value, i) => [`${laterMonth(from, i * stepMonths)}-01`, value]);
}

const facts = (topic: string, regionCode: string, frequency = "monthly"): PairingFacts => ({
  topic,
  regionCode,
  frequency,
  regionType: regionCode === "aus" ? "national" : "state",
});
const BASE = facts("markets", "wa");
const DIGITS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9];

function correlateBase(matrix: SeriesMatrix, catalogue: readonly PairingFacts[], windowMonths: number) {
  return correlateLags(matrix, basePlan(catalogue, 0, windowMonths)).rows;
}

describe("basePlan", () => {
  it("gives the known coefficient of a known pair", () => {
    const matrix = matrixOf(
      [every(1, "2023-01", DIGITS), every(3, "2023-01", [2, 7, 1, 8, 2])],
      ["monthly", "quarterly"],
    );
    const [found, ...others] = correlateBase(matrix, [BASE, facts("gdp", "wa")], 12);
    expect(others).toEqual([]);
    expect(found.r).toBeCloseTo(-0.14994139880598317, 15);
    expect(found).toMatchObject({ overlay: 1, n: 12, lastPeriod: dayNumber("2024-03-01") });
  });

  it("aligns only the months of quarters that have a value", () => {
    const overlay = every(6, "2021-01", [1, 2, 4, 3]);
    const base = every(1, "2021-01", [...Array(21).keys()]);
    const matrix = matrixOf([base, overlay], ["monthly", "quarterly"]);
    const [found] = correlateBase(matrix, [BASE, facts("gdp", "wa")], 120);
    expect(found).toMatchObject({ n: 12, lastPeriod: dayNumber("2022-09-01") });
  });

  it("uses the newest window by count of pairs, so gaps stretch the calendar", () => {
    const base = every(1, "2020-01", [...DIGITS, ...DIGITS]);
    const gappy = every(1, "2020-01", [...DIGITS, ...DIGITS]).filter(([date]) => !/-0[678]-/.test(date));
    const matrix = matrixOf([base, gappy]);
    const [found] = correlateBase(matrix, [BASE, facts("cpi", "aus")], 20);
    expect(found).toMatchObject({ n: 20, r: 1, lastPeriod: dayNumber("2022-05-01") });
  });

  it("invents no month of a monthly series whose gaps make it look quarterly", () => {
    const long = [...DIGITS, ...DIGITS, ...DIGITS];
    const everyOther = every(1, "2020-01", long).filter((_, i) => i % 3 === 0);
    const matrix = matrixOf([every(1, "2020-01", long), everyOther]);
    const [found] = correlateBase(matrix, [BASE, facts("cpi", "aus")], 24);
    expect(found).toMatchObject({ n: 15, r: 1, lastPeriod: dayNumber("2023-07-01") });
  });

  it("keeps the carry of a quarterly series whose dates moved by a month", () => {
    const base = every(1, "2020-01", [...DIGITS, ...DIGITS, ...DIGITS]);
    const moved = [...every(3, "2020-01", [1, 5, 2, 6]), ...every(3, "2020-11", [4, 8, 3, 9])];
    const matrix = matrixOf([base, moved], ["monthly", "quarterly"]);
    const [found] = correlateBase(matrix, [BASE, facts("gdp", "aus", "quarterly")], 120);
    // Every month from January to October 2020, then the second and third of each quarter.
    expect(found).toMatchObject({ n: 10 + 8, lastPeriod: dayNumber("2021-09-01") });
  });

  it("leaves out pairs with 11 aligned months, and sides without variance", () => {
    const matrix = matrixOf([
      every(1, "2023-01", DIGITS),
      every(1, "2023-01", DIGITS.slice(0, 11)),
      every(1, "2023-01", DIGITS.slice(0, 12)),
      every(1, "2023-01", Array(15).fill(0.1)),
    ]);
    const overlay = facts("labour", "wa");
    const found = correlateBase(matrix, [BASE, overlay, overlay, overlay], 24);
    expect(found.map((row) => [row.overlay, row.n])).toEqual([[2, 12]]);
  });

  it("orders by |r| descending, then by key", () => {
    const negated = DIGITS.map((v) => -v);
    const bent = DIGITS.map((v, i) => v + i);
    const matrix = matrixOf([
      every(1, "2023-01", DIGITS),
      ...[bent, negated, DIGITS].map((v) => every(1, "2023-01", v)),
    ]);
    const overlay = facts("labour", "aus");
    const found = correlateBase(matrix, [BASE, overlay, overlay, overlay], 24);
    expect(found.map((row) => row.overlay)).toEqual([2, 3, 1]);
    expect(found.map((row) => row.r).slice(0, 2)).toEqual([-1, 1]);
  });

  it("is empty for a series outside markets", () => {
    const matrix = matrixOf([every(1, "2023-01", DIGITS), every(1, "2023-01", DIGITS)]);
    expect(correlateBase(matrix, [facts("cpi", "aus"), BASE], 24)).toEqual([]);
  });
});

describe("isOverlayOf", () => {
  it("pairs a base with its own region and with the nation", () => {
    expect(isOverlayOf(BASE, facts("labour", "wa"))).toBe(true);
    expect(isOverlayOf(BASE, facts("labour", "aus", "quarterly"))).toBe(true);
    expect(isOverlayOf(BASE, facts("labour", "nsw"))).toBe(false);
  });

  it("never pairs with an annual or another markets series", () => {
    expect(isOverlayOf(BASE, facts("population", "wa", "annual"))).toBe(false);
    expect(isOverlayOf(BASE, facts("markets", "wa"))).toBe(false);
    expect(isCorrelationBase(facts("markets", "aus"))).toBe(true);
  });
});
