import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pearson } from "../../../src/engine/statistics/pearson.ts";

/** r of integers by the one-pass formula, exact in BigInt up to the final divisions. */
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
  it("is undefined when a side does not vary, even where its mean is rounded", () => {
    expect(pearson([0.1, 0.1, 0.1], [1, 2, 3], 3)).toBeUndefined();
    expect(pearson([1, 2, 3], [0.1, 0.1, 0.1], 3)).toBeUndefined();
  });

  it("reads only the first count pairs", () => {
    expect(pearson([1, 2, 3, 99], [1, 2, 3, -99], 3)).toBe(1);
  });

  it("stays finite on deviations whose squared sums leave the range of a double", () => {
    expect(pearson([1e120, 2e120, 3e120], [1e120, 2e120, 3e120], 3)).toBeCloseTo(1, 12);
  });

  it("is 1 or -1 on straight lines, also where rounded sums give more", () => {
    expect(pearson([0, 1, 4], [0, 7, 28], 3)).toBe(1);
    expect(pearson([0, 1, 4], [0, -7, -28], 3)).toBe(-1);
  });

  it("equals exact arithmetic on whole numbers, within -1..1", () => {
    const value = fc.integer({ min: -10_000, max: 10_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 100 }), (list) => {
        const xs = Float64Array.from(list, ([x]) => x);
        const ys = Float64Array.from(list, ([, y]) => y);
        const r = pearson(xs, ys, list.length);
        const exact = exactPearson(list);
        if (exact === undefined || r === undefined) {
          expect(r).toBe(exact);
          return;
        }
        expect(r).toBeCloseTo(exact, 11);
        expect(Math.abs(r)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
