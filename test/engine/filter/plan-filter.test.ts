import { describe, expect, it } from "vitest";
import type { ScopeMemory } from "../../../src/engine/filter/filter-memory.ts";
import { type ColumnFacts, mergePredicates, planFilter } from "../../../src/engine/filter/plan-filter.ts";
import type { RankBitmapPlace } from "../../../src/engine/kernels/predicate-list.ts";

const PLACED = { valuesOffset: 64, validityOffset: 128 };

/** Four columns: 0..100, -10..10, constant, all null. */
const SCOPE: ScopeMemory = {
  code: "NSW",
  n: 200,
  columns: [PLACED, PLACED, PLACED, PLACED],
  ranks: undefined,
};
const PLACE: RankBitmapPlace = { values: 64, order: 256, bitmaps: 512, rankedCount: 180, cutShift: 3 };
const RANGES = [
  { min: 0, max: 100, hasSign: false },
  { min: -10, max: 10, hasSign: true },
  { min: 7, max: 7, hasSign: false },
  null,
];
const range = (_: ScopeMemory, metric: number) => RANGES[metric];
const noIndex: ColumnFacts = { range, find: () => undefined };

describe("planFilter", () => {
  it("makes one range of a metric that is asked for twice", () => {
    const plan = planFilter(
      SCOPE,
      [
        { metric: 0, min: 10, max: Number.POSITIVE_INFINITY },
        { metric: 1, min: 0, max: 10 },
        { metric: 0, min: Number.NEGATIVE_INFINITY, max: 30 },
      ],
      noIndex,
    );
    expect(plan.isEmpty).toBe(false);
    expect(plan.scanned).toEqual([
      { metric: 0, min: 10, max: 30, hasSign: false },
      { metric: 1, min: 0, max: 10, hasSign: true },
    ]);
  });

  it("scans the range that covers the smallest share of its column first", () => {
    const plan = planFilter(
      SCOPE,
      [
        { metric: 0, min: 0, max: 90 },
        { metric: 2, min: 0, max: 10 },
        { metric: 1, min: -1, max: 1 },
      ],
      noIndex,
    );
    expect(plan.scanned.map((predicate) => predicate.metric)).toEqual([1, 0, 2]);
  });

  it("joins columns that have an index and scans the others", () => {
    const plan = planFilter(
      SCOPE,
      [
        { metric: 0, min: 0, max: 90 },
        { metric: 1, min: -1, max: 1 },
      ],
      { range, find: (_, metric) => (metric === 1 ? PLACE : undefined) },
    );
    expect(plan.indexed).toEqual([{ metric: 1, min: -1, max: 1, place: PLACE }]);
    expect(plan.scanned).toEqual([{ metric: 0, min: 0, max: 90, hasSign: false }]);
  });

  it("is empty when a range misses its column, contradicts itself, has a bound that is NaN or asks for nulls only", () => {
    const isEmpty = (...ranges: [number, number, number][]) =>
      planFilter(
        SCOPE,
        ranges.map(([metric, min, max]) => ({ metric, min, max })),
        noIndex,
      ).isEmpty;
    expect(isEmpty([0, 101, 200])).toBe(true);
    expect(isEmpty([0, 100, 200])).toBe(false);
    expect(isEmpty([0, 10, 20], [0, 30, 40])).toBe(true);
    expect(isEmpty([1, 0, 5], [3, 0, 5])).toBe(true);
    expect(isEmpty([2, 7, 7])).toBe(false);
    expect(isEmpty([0, -9, -1])).toBe(true);
    expect(isEmpty([0, -9, -0])).toBe(false);
    expect(isEmpty([0, Number.NaN, 50])).toBe(true);
    expect(isEmpty([0, 0, Number.NaN])).toBe(true);
    expect(isEmpty()).toBe(false);
  });
});

describe("mergePredicates", () => {
  it("rounds bounds to float32 and keeps the order of first mention", () => {
    expect(
      mergePredicates([
        { metric: 5, min: 0.1, max: 1 },
        { metric: 2, min: 0, max: 0.7 },
        { metric: 5, min: 0, max: 0.3 },
      ]),
    ).toEqual([
      { metric: 5, min: Math.fround(0.1), max: Math.fround(0.3) },
      { metric: 2, min: 0, max: Math.fround(0.7) },
    ]);
  });
});
