import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compacted } from "../../src/mcp/compacted.ts";

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: "binary" }),
);
const row = fc.dictionary(fc.constantFrom("a", "b", 'quo"te', "ä"), scalar);
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { depthSize: "medium" },
    scalar,
    fc.array(row, { maxLength: 12 }),
    fc.array(tie("data"), { maxLength: 9 }),
    fc.dictionary(fc.string(), tie("data"), { maxKeys: 5 }),
  ),
}));

describe("compacted", () => {
  it("is undefined up to the length that the data has when it is written", () => {
    fc.assert(
      fc.property(data, fc.constantFrom(1, 3, 6, 12, Number.POSITIVE_INFINITY), (value, most) => {
        const whole = compacted(value, most);
        const { length } = JSON.stringify(whole);
        expect(compacted(value, most, length)).toEqual(whole);
        expect(compacted(value, most, length - 1)).toBeUndefined();
      }),
    );
  });

  it("looks at no more than fits", () => {
    let looks = 0;
    const counted = new Proxy(["x".repeat(10)], {
      get: (list, key) => {
        if (key === "0") looks++;
        return Reflect.get(list, key);
      },
    });
    const whole = Number.POSITIVE_INFINITY;
    expect(compacted(Array(1000).fill(counted), whole, 3000)).toBeUndefined();
    expect(looks).toBeLessThan(250);
    expect(compacted({ text: "x".repeat(1e6) }, whole, 100)).toBeUndefined();
  });

  it("writes names once where a list has many rows, and nothing else", () => {
    const rows = Array.from({ length: 6 }, (_, i) => (i === 3 ? { a: i } : { a: i, b: "x" }));
    expect(compacted({ rows, few: [{ a: 1 }], deep: [[{ c: 1 }]] })).toEqual({
      rows: { columns: ["a", "b"], rows: rows.map(({ a, b }) => [a, b ?? null]) },
      few: [{ a: 1 }],
      deep: [[{ c: 1 }]],
    });
  });

  it("ends lists after so many elements, before it makes tables of them", () => {
    const rows = Array.from({ length: 8 }, (_, i) => ({ a: i, [`b${i}`]: i }));
    expect(compacted({ rows, deep: [[1, 2, 3, 4]] }, 3)).toEqual({
      rows: rows.slice(0, 3),
      deep: [[1, 2, 3]],
    });
    expect(compacted({ rows }, 5)).toEqual({
      rows: {
        columns: ["a", "b0", "b1", "b2", "b3", "b4"],
        rows: rows.slice(0, 5).map((_, i) => [i, ...[0, 1, 2, 3, 4].map((j) => (i === j ? i : null))]),
      },
    });
  });
});
