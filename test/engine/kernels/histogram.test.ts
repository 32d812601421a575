import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { histogram } from "../../../src/engine/kernels/histogram.ts";
import { caseCount } from "./column-cases.ts";

/** Counts of matches and of all for a column of values, null where there is none. */
function countsOf(column: (number | null)[], matching: boolean[], lo: number, hi: number, binCount: number) {
  const values = Float32Array.from(column, (value) => value ?? 0);
  const validity = new Uint8Array((column.length + 7) >> 3);
  const words = new Uint32Array((column.length + 31) >> 5);
  column.forEach((value, row) => {
    if (value !== null) validity[row >> 3] |= 1 << (row & 7);
    if (matching[row]) words[row >> 5] |= 1 << (row & 31);
  });
  const matches = new Uint32Array(binCount + 1).fill(9);
  const all = new Uint32Array(binCount + 1).fill(9);
  histogram(values, validity, words, column.length, lo, hi, binCount, matches, all);
  return { matches: [...matches], all: [...all] };
}

describe("histogram", () => {
  it("puts the maximum in the last bin and counts nulls apart", () => {
    const column = [0, 2.5, 4.9, 5, 10, null, null];
    const matching = [true, false, true, true, true, true, false];
    expect(countsOf(column, matching, 0, 10, 2)).toEqual({ matches: [2, 2, 1], all: [3, 2, 2] });
  });

  it("leaves values outside its range and NaN in no bin", () => {
    expect(countsOf([-1, 0, 1, 2, Number.NaN], [true, true, true, true, true], 0, 1, 2).all).toEqual([
      1, 1, 0,
    ]);
  });

  it("holds every value of a column without spread in the first bin", () => {
    expect(countsOf([3, 3, null], [true, false, false], 3, 3, 4)).toEqual({
      matches: [1, 0, 0, 0, 0],
      all: [2, 0, 0, 0, 1],
    });
  });

  it("equals counting each bin by itself", () => {
    const row = fc.tuple(fc.option(fc.integer({ min: -40, max: 40 })), fc.boolean());
    fc.assert(
      fc.property(fc.array(row, { maxLength: 300 }), fc.integer({ min: 1, max: 16 }), (rows, binCount) => {
        // Sixteen wide bins of whole width: the edges are exact, so plain comparison decides.
        const [lo, hi] = [-2 * binCount, 2 * binCount];
        const { matches, all } = countsOf(
          rows.map(([value]) => value),
          rows.map(([, matching]) => matching),
          lo,
          hi,
          binCount,
        );
        for (let bin = 0; bin < binCount; bin++) {
          const from = lo + 4 * bin;
          const inBin = rows.filter(
            ([value]) =>
              value !== null && value >= from && (bin === binCount - 1 ? value <= hi : value < from + 4),
          );
          expect(all[bin]).toBe(inBin.length);
          expect(matches[bin]).toBe(inBin.filter(([, matching]) => matching).length);
        }
        expect(all[binCount]).toBe(rows.filter(([value]) => value === null).length);
        expect(matches[binCount]).toBe(rows.filter(([value, matching]) => value === null && matching).length);
      }),
      { numRuns: caseCount(500) },
    );
  });
});
