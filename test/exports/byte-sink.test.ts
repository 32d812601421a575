import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteSink, plainDecimal } from "../../src/exports/byte-sink.ts";
import { shortestFloat32 } from "../../src/rpc/encoding/shortest-float32.ts";

function written(value: number): string {
  const sink = new ByteSink(4);
  sink.float32(value);
  return Buffer.from(sink.take()).toString();
}

const float32 = fc.float({ noNaN: true, noDefaultInfinity: true });
/** Typical metrics: amounts with few decimals. */
const amount = fc
  .tuple(fc.integer({ min: -20_000_000, max: 20_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, decimals]) => Math.fround(digits / 10 ** decimals));

describe("ByteSink.float32", () => {
  it("writes the shortest decimal that reads back as the same float32", () => {
    fc.assert(
      fc.property(fc.oneof(float32, amount), (value) => {
        const text = written(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Math.fround(Number(text))).toBe(value === 0 ? 0 : value);
        expect(Number(text)).toBe(shortestFloat32(value === 0 ? 0 : value));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    [0, "0"],
    [-0, "0"],
    [16_777_216, "16777216"],
    [0.1, "0.1"],
    [-0.5, "-0.5"],
    [999_999.5, "999999.5"],
    [1e-10, "0.0000000001"],
    [3.4028234663852886e38, "340282350000000000000000000000000000000"],
  ])("writes %d as %s", (value, text) => {
    expect(written(Math.fround(value))).toBe(text);
  });
});

describe("plainDecimal", () => {
  it("reads back as the same number, without an exponent", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = plainDecimal(value);
        expect(text).not.toContain("e");
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("ByteSink", () => {
  it("keeps what was taken when it is used again", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }), { maxLength: 5 }),
        (rounds) => {
          const sink = new ByteSink(2);
          const taken = rounds.map((texts) => {
            for (const text of texts) sink.text(text);
            return sink.take();
          });
          for (const [i, bytes] of taken.entries()) {
            const whole = rounds[i].map((text) => Buffer.from(text));
            expect(Buffer.from(bytes)).toEqual(Buffer.concat(whole));
          }
        },
      ),
    );
  });
});
