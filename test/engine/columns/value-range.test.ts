import { describe, expect, it } from "vitest";
import { valueRange } from "../../../src/engine/columns/value-range.ts";

describe("valueRange", () => {
  it("gives the smallest and the largest value, nulls and NaN aside", () => {
    const values = Float32Array.of(5, -100, 2, Number.NaN, 9);
    expect(valueRange(values, Uint8Array.of(0b11101))).toEqual({ min: 2, max: 9, hasSign: false });
    expect(valueRange(values, undefined)).toEqual({ min: -100, max: 9, hasSign: true });
    expect(valueRange(values, Uint8Array.of(0))).toBeNull();
    expect(valueRange(new Float32Array(0), undefined)).toBeNull();
  });

  it("finds a sign on -0, -Infinity and NaN, and none under a null", () => {
    const hasSign = (...values: number[]) => valueRange(Float32Array.from(values), undefined)!.hasSign;
    expect(hasSign(0, 1, Number.POSITIVE_INFINITY, Number.NaN)).toBe(false);
    expect(hasSign(0, -0)).toBe(true);
    expect(hasSign(Number.NEGATIVE_INFINITY)).toBe(true);
    const signedNaN = new Float32Array(Uint32Array.of(0xffc00000, 0x3f800000).buffer);
    expect(valueRange(signedNaN, undefined)).toEqual({ min: 1, max: 1, hasSign: true });
    expect(valueRange(signedNaN, Uint8Array.of(0b10))).toEqual({ min: 1, max: 1, hasSign: false });
  });
});
