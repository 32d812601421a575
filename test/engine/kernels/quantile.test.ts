import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantile } from "../../../src/domains/explorer/queries/describe-metrics.ts";
import { caseCount } from "./column-cases.ts";

describe("quantile", () => {
  it("is the mean of the middle two for the median of an even count", () => {
    expect(quantile([1, 2, 4, 8], 4, 0.5)).toBe(3);
    expect(quantile([1, 2, 8], 3, 0.5)).toBe(2);
  });

  it("lies on the straight line between its neighbours", () => {
    expect(quantile(Float32Array.of(10, 20, 30, 40, 50), 5, 0.1)).toBe(14);
  });

  it("is undefined without values and reads no further than the count", () => {
    expect(quantile([], 0, 0.5)).toBeUndefined();
    expect(quantile([1, 3, 1_000], 2, 1)).toBe(3);
  });

  it("stays infinite between two equal infinities", () => {
    const infinities = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    expect(quantile(infinities, 2, 0.25)).toBe(Number.NEGATIVE_INFINITY);
  });

  it("has the share of values below it that was asked for, and never falls when q rises", () => {
    const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.nat(100), fc.nat(100), (unsorted, a, b) => {
        const sorted = Float64Array.from(unsorted).sort();
        const [low, high] = [Math.min(a, b) / 100, Math.max(a, b) / 100];
        const at = quantile(sorted, sorted.length, low)!;
        expect(quantile(sorted, sorted.length, high)!).toBeGreaterThanOrEqual(at);
        // Of the n - 1 steps between neighbours, a share q lies at or below the quantile.
        const below = sorted.filter((value) => value < at).length;
        const notAbove = sorted.filter((value) => value <= at).length;
        expect(below - 1).toBeLessThanOrEqual(low * (sorted.length - 1) + 1e-9);
        expect(notAbove).toBeGreaterThanOrEqual(Math.floor(low * (sorted.length - 1)) + 1);
      }),
      { numRuns: caseCount(500) },
    );
  });
});
