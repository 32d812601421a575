import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fisherInterval } from "../../../src/domains/economy/queries/correlations/perform-plan.ts";

describe("fisherInterval", () => {
  it("gives the textbook interval", () => {
    // atanh 0.6 is ln 2; 28 pairs have a standard error of 0.2, and 0.3919928 is 1.959964 times that.
    const [low, high] = fisherInterval(0.6, 28);
    expect(low).toBeCloseTo(Math.tanh(Math.LN2 - 0.3919928), 9);
    expect(high).toBeCloseTo(Math.tanh(Math.LN2 + 0.3919928), 9);
  });

  it("is r itself on a straight line", () => {
    expect(fisherInterval(1, 24)).toEqual([1, 1]);
    expect(fisherInterval(-1, 24)).toEqual([-1, -1]);
  });

  it("holds r, stays within -1..1, and shrinks as pairs are added", () => {
    const r = fc.double({ min: -0.999, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(r, fc.integer({ min: 12, max: 119 }), (value, n) => {
        const [low, high] = fisherInterval(value, n);
        expect(low).toBeLessThan(value);
        expect(high).toBeGreaterThan(value);
        expect(Math.max(-low, high)).toBeLessThanOrEqual(1);
        const [lowLater, highLater] = fisherInterval(value, n + 1);
        expect(highLater - lowLater).toBeLessThan(high - low);
      }),
    );
  });
});
