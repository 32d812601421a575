import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortestFloat32 } from "../../../src/rpc/encoding/shortest-float32.ts";

/** Tries each number of digits. */
function plainShortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(9));
}

describe("shortestFloat32", () => {
  it("has the digits that trying each count of them gives, and reads back as the same float32", () => {
    const decimals = fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 8 }))
      .map(([digits, places]) => Math.fround(digits / 10 ** places));
    const floats = fc.float({ noNaN: true, noDefaultInfinity: true }).filter((value) => value !== 0);
    fc.assert(
      fc.property(
        fc.oneof(
          decimals.filter((value) => value !== 0),
          floats,
        ),
        (value) => {
          const shortest = shortestFloat32(value);
          expect(Math.fround(shortest)).toBe(value);
          const isWhole = Number.isInteger(value) && Math.abs(value) < 2 ** 24;
          expect(shortest).toBe(isWhole ? value : plainShortest(value));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
