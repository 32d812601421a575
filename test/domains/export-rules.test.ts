import { describe, expect, it } from "vitest";
import { limitOf } from "../../src/domains/export-rules.ts";

const limit = (text: string) => limitOf(new Map([["limit", text]]));

describe("limitOf", () => {
  it("takes every number that its error allows, and all rows by default", () => {
    expect(limitOf(new Map())).toBe(Number.MAX_SAFE_INTEGER);
    expect([" 1 ", "9007199254740991", ""].map(limit)).toEqual([
      1,
      ...Array(2).fill(Number.MAX_SAFE_INTEGER),
    ]);
  });

  it.each(["0", "-1", "1.5", "1e3", "9007199254740992", "00000000000000001"])("refuses %j", (text) => {
    const message = `limit: "${text}" is not a whole number from 1 to 9007199254740991`;
    expect(() => limit(text)).toThrow(message);
  });
});
