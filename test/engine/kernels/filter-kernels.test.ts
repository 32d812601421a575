import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Kernels } from "../../../src/engine/kernels/kernels.ts";
import { maskByteLength } from "../../../src/engine/kernels/memory-layout.ts";
import {
  NO_VALIDITY,
  putBitmapPredicate,
  putFloatPredicate,
} from "../../../src/engine/kernels/predicate-list.ts";
import { buildRankBitmaps } from "../../../src/engine/kernels/rank-bitmaps.ts";
import { hasSimd } from "../../../src/engine/kernels/simd-support.ts";
import { createSortScratch, sortRows } from "../../../src/engine/kernels/sort-rows.ts";
import {
  type ColumnCase,
  caseCount,
  columnCase,
  fillColumn,
  LONG_TIMEOUT_MS,
  referenceCount,
  referenceMask,
  rowCount,
} from "./column-cases.ts";
import { createKernelBench, MAX_COLUMNS, MAX_ROWS } from "./kernel-memory.ts";

const bench = createKernelBench();
const scratch = createSortScratch(MAX_ROWS);
const GUARD = 0xa5;
let cases = 0;
let masksCompared = 0;

const filterCase = fc.record({
  n: rowCount,
  columns: fc.array(columnCase, { minLength: 1, maxLength: MAX_COLUMNS }),
  narrow: fc.boolean(),
  prior: fc.nat(255),
});

/** The validity of a column, or undefined where the case has no nulls and the column comes without a bitmap. */
function validityOf(column: ColumnCase, index: number): Uint8Array | undefined {
  return column.nulls === "none" ? undefined : bench.columns[index].validity;
}

/** Runs one filter of every kind of kernels and compares the whole mask, its padding, its guard and its count. */
function expectMask(
  expected: Uint8Array,
  prior: Uint8Array,
  filter: (kernels: Kernels, out: number, narrow: boolean) => number,
  narrow: boolean,
): void {
  const count = referenceCount(expected);
  for (const kernels of bench.kernels) {
    const out = bench.maskBytes(0, expected.length + 16);
    out.fill(GUARD);
    // Without `narrow` the mask holds garbage first, which must not show.
    if (narrow) out.set(prior);
    const returned = filter(kernels, bench.masks[0], narrow);
    masksCompared++;
    if (returned !== count)
      throw new Error(`${kernels.kind} counts ${returned} rows, the reference ${count}`);
    for (let at = 0; at < expected.length; at++) {
      if (out[at] !== expected[at]) {
        throw new Error(`${kernels.kind} has ${out[at]} in byte ${at}, the reference ${expected[at]}`);
      }
    }
    for (let at = expected.length; at < out.length; at++) {
      if (out[at] !== GUARD) throw new Error(`${kernels.kind} wrote past its mask`);
    }
  }
}

/** Masks before and after a case: what `narrow` starts from, and what the five-line reference makes of it. */
function masksOf(n: number, narrow: boolean, priorByte: number): { prior: Uint8Array; expected: Uint8Array } {
  const prior = new Uint8Array(maskByteLength(n));
  for (let row = 0; row < n; row++) prior[row >> 3] |= ((priorByte >> (row % 7)) & 1) << (row & 7);
  return { prior, expected: narrow ? prior.slice() : new Uint8Array(prior.length).fill(255) };
}

afterAll(() => console.log(`kernel = plain loop: ${cases} cases, ${masksCompared} masks compared`));

describe("createKernels", () => {
  it("uses WebAssembly SIMD here unless plain loops are asked for", () => {
    expect(hasSimd()).toBe(true);
    expect(bench.kernels.map((kernels) => kernels.kind)).toEqual(["wasm-simd", "plain"]);
  });
});

describe("filterFloats", () => {
  it(
    "equals the five-line reference bit for bit, with zero tail and equal count",
    () => {
      fc.assert(
        fc.property(filterCase, ({ n, columns, narrow, prior: priorByte }) => {
          cases++;
          const { prior, expected } = masksOf(n, narrow, priorByte);
          columns.forEach((column, index) => {
            const { at, values, validity } = bench.columns[index];
            const { lo, hi } = fillColumn(column, n, values, validity);
            const valid = validityOf(column, index);
            referenceMask(expected, values, valid, n, lo, hi);
            putFloatPredicate(
              bench.view,
              bench.list,
              index,
              at.values,
              valid ? at.validity : NO_VALIDITY,
              lo,
              hi,
            );
          });
          expectMask(
            expected,
            prior,
            (kernels, out, and) => kernels.filterFloats(bench.list, columns.length, n, out, and),
            narrow,
          );
        }),
        { numRuns: caseCount(20_000) },
      );
    },
    LONG_TIMEOUT_MS,
  );

  it("counts both bounds in and never matches a null or NaN", () => {
    const { at, values, validity } = bench.columns[0];
    values.set([1, 2, 3, Number.NaN, 2, 2]);
    validity[0] = 0b011111;
    putFloatPredicate(bench.view, bench.list, 0, at.values, at.validity, 2, 3);
    for (const kernels of bench.kernels) {
      expect(kernels.filterFloats(bench.list, 1, 6, bench.masks[0], false)).toBe(3);
      expect(bench.maskBytes(0, 1)[0]).toBe(0b010110);
    }
  });

  it("compares as float32, so a double between two floats is the nearer one", () => {
    const { at, values } = bench.columns[0];
    values[0] = 0.1;
    putFloatPredicate(bench.view, bench.list, 0, at.values, NO_VALIDITY, 0.1, 0.1);
    for (const kernels of bench.kernels) {
      expect(kernels.filterFloats(bench.list, 1, 1, bench.masks[0], false)).toBe(1);
    }
  });
});

describe("filterBitmaps", () => {
  it(
    "equals the five-line reference bit for bit, with zero tail and equal count, whatever the distance of its cuts",
    () => {
      fc.assert(
        fc.property(filterCase, fc.integer({ min: 3, max: 10 }), (filter, cutShift) => {
          cases++;
          const { n, columns, narrow } = filter;
          const { prior, expected } = masksOf(n, narrow, filter.prior);
          columns.forEach((column, index) => {
            const { at, values, validity, order, bitmaps } = bench.columns[index];
            const { lo, hi } = fillColumn(column, n, values, validity);
            const valid = validityOf(column, index);
            referenceMask(expected, values, valid, n, lo, hi);
            const rankedCount = sortRows(values, valid, n, order, scratch);
            buildRankBitmaps(order, rankedCount, cutShift, bitmaps, maskByteLength(n) >> 2);
            putBitmapPredicate(bench.view, bench.list, index, { ...at, rankedCount, cutShift }, lo, hi);
          });
          expectMask(
            expected,
            prior,
            (kernels, out, and) => kernels.filterBitmaps(bench.list, columns.length, n, out, and),
            narrow,
          );
        }),
        { numRuns: caseCount(5_000) },
      );
    },
    LONG_TIMEOUT_MS,
  );
});
