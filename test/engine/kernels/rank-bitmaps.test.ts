import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskByteLength } from "../../../src/engine/kernels/memory-layout.ts";
import { buildRankBitmaps, cutCount, cutShiftFor } from "../../../src/engine/kernels/rank-bitmaps.ts";
import { createSortScratch, MAX_RANKED_ROWS, sortRows } from "../../../src/engine/kernels/sort-rows.ts";
import { seededRandom } from "../../support/run/seeded-random.ts";
import { caseCount, columnCase, fillColumn } from "./column-cases.ts";

describe("sortRows", () => {
  it("equals a stable comparing sort", () => {
    fc.assert(
      fc.property(columnCase, fc.nat(600), (column, n) => {
        const values = new Float32Array(n);
        const validity = new Uint8Array(maskByteLength(n));
        fillColumn(column, n, values, validity);
        const order = new Uint16Array(n);
        const count = sortRows(values, validity, n, order, createSortScratch(n));
        const expected = [...values.keys()]
          .filter((row) => (validity[row >> 3] >> (row & 7)) & 1 && !Number.isNaN(values[row]))
          .sort((a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : a - b));
        expect([...order.subarray(0, count)]).toEqual(expected);
      }),
      { numRuns: caseCount(500) },
    );
  });

  it("sorts the largest column that can have an index", () => {
    const next = seededRandom(5);
    const values = Float32Array.from({ length: MAX_RANKED_ROWS }, () => next() - 0.5);
    const order = new Uint16Array(MAX_RANKED_ROWS);
    const scratch = createSortScratch(MAX_RANKED_ROWS);
    expect(sortRows(values, undefined, MAX_RANKED_ROWS, order, scratch)).toBe(MAX_RANKED_ROWS);
    expect(new Set(order).size).toBe(MAX_RANKED_ROWS);
    expect(order.every((row, rank) => rank === 0 || values[order[rank - 1]] <= values[row])).toBe(true);
  });
});

describe("buildRankBitmaps", () => {
  it("has in each bitmap the rows of all ranks below its cut", () => {
    const order = Uint16Array.of(5, 0, 33, 2, 1, 40, 7, 8, 9, 34);
    const words = maskByteLength(41) >> 2;
    const bitmaps = new Uint32Array(cutCount(10, 3) * words).fill(0xffff_ffff);
    buildRankBitmaps(order, 10, 3, bitmaps, words);
    const rowsOf = (cut: number) =>
      [...Array(41).keys()].filter((row) => (bitmaps[cut * words + (row >> 5)] >>> (row & 31)) & 1);
    const ascending = (rows: Uint16Array) => [...rows].sort((a, b) => a - b);
    expect(rowsOf(0)).toEqual([]);
    expect(rowsOf(1)).toEqual(ascending(order.slice(0, 8)));
    expect(rowsOf(2)).toEqual(ascending(order));
  });
});

describe("cutShiftFor", () => {
  it("gives 45 to 92 bitmaps, so 6 to 12 bytes a row, from a small state to the nation", () => {
    for (const n of [512, 900, 1_700, 4_600, 15_300, MAX_RANKED_ROWS]) {
      const cuts = cutCount(n, cutShiftFor(n));
      expect(cuts).toBeGreaterThanOrEqual(45);
      expect(cuts).toBeLessThanOrEqual(92);
    }
  });
});
