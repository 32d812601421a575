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

function matrixOf(...series: readonly (readonly DatedValue[])[]) {
  const dated = series.map((one) =>
    one.map(([date, value]) => [monthOfDay(dayNumber(date)), value] as const),
  );
  return matrixOfSeries(dated);
}

function monthly(values: readonly number[]): DatedValue[] {
  return values.map((value, i) => [`${laterMonth("2023-01", i)}-01`, value]);
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
  it("leaves out pairs with 11 aligned months, and sides without variance", () => {
    const matrix = matrixOf(
      monthly(DIGITS),
      monthly(DIGITS.slice(0, 11)),
      monthly(DIGITS.slice(0, 12)),
      monthly(Array(15).fill(0.1)),
    );
    const overlay = facts("labour", "wa");
    const found = correlateBase(matrix, [BASE, overlay, overlay, overlay], 24);
    expect(found.map((row) => [row.overlay, row.n])).toEqual([[2, 12]]);
  });

  it("is empty for a series outside markets", () => {
    const matrix = matrixOf(monthly(DIGITS), monthly(DIGITS));
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
