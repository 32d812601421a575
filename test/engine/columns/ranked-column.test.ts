import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fullMask, isInMask, RankedColumn } from "../../../src/engine/columns/ranked-column.ts";
import { countBits } from "../../../src/engine/kernels/count-bits.ts";

/** Values with many ties, including zeros of both signs. */
const value = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true }), fc.constant(-0));
const bound = fc.oneof(
  value,
  fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.MIN_VALUE),
);

describe("RankedColumn", () => {
  it("keeps of any mask the rows that a look at every value keeps, ends included", () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 700 }),
        fc.array(fc.tuple(bound, bound), { minLength: 1, maxLength: 4 }),
        (given, ranges) => {
          const values = Float64Array.from(given);
          const order = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
          const column = new RankedColumn(values, order);
          const mask = fullMask(values.length);
          for (const [least, most] of ranges) column.keepRange(least, most, mask);
          const expected = given.flatMap((one, row) =>
            ranges.every(([least, most]) => one >= least && one <= most) ? [row] : [],
          );
          const kept = given.flatMap((_, row) => (isInMask(mask, row) ? [row] : []));
          expect(kept).toEqual(expected);
          expect(countBits(mask, values.length)).toBe(expected.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("has bits of its rows alone in a full mask", () => {
    for (const n of [0, 1, 31, 32, 33, 64, 1243]) expect(countBits(fullMask(n), n + 64)).toBe(n);
  });
});
