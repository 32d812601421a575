import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pearson } from "../../../src/engine/kernels/pearson.ts";
import { caseCount } from "./column-cases.ts";

/** r of whole numbers by the one-pass formula, exact in BigInt up to the last division. */
function exactPearson(pairs: [number, number][]): number | undefined {
  const n = BigInt(pairs.length);
  const sum = (of: (pair: [number, number]) => number) =>
    pairs.reduce((total, pair) => total + BigInt(of(pair)), 0n);
  const [x, y] = [sum(([a]) => a), sum(([, b]) => b)];
  const sxx = n * sum(([a]) => a * a) - x * x;
  const syy = n * sum(([, b]) => b * b) - y * y;
  if (pairs.length < 3 || sxx === 0n || syy === 0n) return undefined;
  return Number(n * sum(([a, b]) => a * b) - x * y) / Math.sqrt(Number(sxx)) / Math.sqrt(Number(syy));
}

describe("pearson", () => {
  it("is 1 on a rising line and -1 on a falling one", () => {
    expect(pearson([1, 2, 3, 4], [10, 20, 30, 40], 4)).toBe(1);
    expect(pearson([1, 2, 3, 4], [8, 6, 4, 2], 4)).toBe(-1);
  });

  it("is undefined for fewer than three pairs or a side that does not vary", () => {
    expect(pearson([1, 2], [3, 5], 2)).toBeUndefined();
    expect(pearson([1, 2, 3], [5, 5, 5], 3)).toBeUndefined();
    // The mean of these is not 0.1 in float64, so a variance alone would not be zero.
    expect(pearson([1, 2, 3, 4, 5, 6], [0.1, 0.1, 0.1, 0.1, 0.1, 0.1], 6)).toBeUndefined();
  });

  it("survives sums whose product leaves the range of a float64", () => {
    expect(pearson([1e100, 2e100, 3e100], [1e100, 2e100, 3e100], 3)).toBeCloseTo(1, 12);
    expect(pearson([1e-100, 2e-100, 3e-100], [3e-100, 2e-100, 1e-100], 3)).toBeCloseTo(-1, 12);
  });

  it("equals exact arithmetic on whole numbers, within -1..1", () => {
    const value = fc.integer({ min: -10_000, max: 10_000 });
    const pairs = fc.array(fc.tuple(value, value), { maxLength: 100 });
    fc.assert(
      fc.property(pairs, (list) => {
        const xs = Float64Array.from(list, ([x]) => x);
        const ys = Float64Array.from(list, ([, y]) => y);
        const r = pearson(xs, ys, list.length);
        const exact = exactPearson(list);
        if (exact === undefined || r === undefined) {
          expect(r).toBe(exact);
          return;
        }
        expect(r).toBeCloseTo(exact, 9);
        expect(Math.abs(r)).toBeLessThanOrEqual(1);
      }),
      { numRuns: caseCount(500) },
    );
  });
});
