import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binRows } from "../../../src/engine/kernels/bin-rows.ts";
import { histogram } from "../../../src/engine/kernels/histogram.ts";
import { caseCount } from "./column-cases.ts";

/** Counts of matching and of all rows for a column of values, null for missing. */
function countsOf(
  column: readonly (number | null)[],
  matching: readonly boolean[],
  edges: readonly number[],
) {
  const values = Float32Array.from(column, (value) => value ?? 0);
  const validity = new Uint8Array((column.length + 7) >> 3);
  const words = new Uint32Array((column.length + 31) >> 5);
  column.forEach((value, row) => {
    if (value !== null) validity[row >> 3] |= 1 << (row & 7);
    if (matching[row]) words[row >> 5] |= 1 << (row & 31);
  });
  const bins = edges.length - 1;
  const matches = new Uint32Array(bins + 1).fill(9);
  const all = new Uint32Array(bins + 1).fill(9);
  const extent = new Float32Array(2).fill(9);
  const floats = Float32Array.from(edges);
  const codes = new Uint8Array(column.length).fill(9);
  binRows(values, validity, column.length, floats, bins, codes, all);
  histogram(codes, values, words, column.length, bins, matches, extent);
  return { matches: [...matches], all: [...all], extent: [...extent] };
}

describe("histogram", () => {
  it("gives each value to the last bin whose lower edge is at or below it, equal and uneven edges included, null and NaN to none", () => {
    const value = fc.oneof(
      fc.integer({ min: -6, max: 6 }),
      fc.float({ noNaN: true, min: -8, max: 8 }),
      fc.constantFrom(-0, 0, 1.401298464324817e-45, 0.1),
    );
    const anyValue = fc.oneof({ weight: 9, arbitrary: value }, fc.constant(Number.NaN));
    const row = fc.tuple(fc.option(anyValue), fc.boolean());
    const edgeValues = fc.array(value, { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 300 }), edgeValues, (rows, unordered) => {
        const edges = [...Float32Array.from(unordered).sort()];
        const matches = new Array<number>(edges.length).fill(0);
        const all = new Array<number>(edges.length).fill(0);
        const matched: number[] = [];
        for (const [given, isMatch] of rows) {
          const v = given === null ? null : Math.fround(given);
          let bin = edges.length - 1;
          if (v !== null) {
            const isInside = v >= edges[0] && v <= edges.at(-1)!;
            if (isInside) bin = edges.slice(0, -1).findLastIndex((edge) => edge <= v);
          }
          all[bin]++;
          if (isMatch) matches[bin]++;
          if (isMatch && bin < edges.length - 1) matched.push(v!);
        }
        const counted = countsOf(
          rows.map(([v]) => v),
          rows.map(([, isMatch]) => isMatch),
          edges,
        );
        const extent = [Math.min(...matched) + 0, Math.max(...matched) + 0];
        expect({ ...counted, extent: counted.extent.map((v) => v + 0) }).toEqual({ matches, all, extent });
      }),
      { numRuns: caseCount(500) },
    );
  });
});
