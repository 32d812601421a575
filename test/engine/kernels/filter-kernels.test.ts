import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createKernels, openKernelMemory } from "../../../src/engine/kernels/create-kernels.ts";
import type { Kernels } from "../../../src/engine/kernels/kernels.ts";
import { maskByteLength } from "../../../src/engine/kernels/memory-layout.ts";
import {
  NO_VALIDITY,
  putBitmapPredicate,
  putFloatPredicate,
  putUnsignedPredicate,
} from "../../../src/engine/kernels/predicate-list.ts";
import { buildRankBitmaps } from "../../../src/engine/kernels/rank-bitmaps.ts";
import { createSortScratch, sortRows } from "../../../src/engine/kernels/sort-rows.ts";
import { fastFold } from "../../../src/engine/kernels/wasm/simd-support.ts";
import { inForm } from "../../support/run/test-form.ts";
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
let byBits = 0;

const filterCase = fc.record({
  n: rowCount,
  columns: fc.array(columnCase, { minLength: 1, maxLength: MAX_COLUMNS }),
  narrow: fc.boolean(),
  prior: fc.nat(255),
});

/** The validity of a column; undefined if the case has no nulls and the column no bitmap. */
function validityOf(column: ColumnCase, index: number): Uint8Array | undefined {
  return column.nulls === "none" ? undefined : bench.columns[index].validity;
}

/** Runs one filter with every kind of kernels and compares mask, padding, guard bytes and count. */
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
    // Without `narrow`, the mask's previous content must not matter.
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

/** The mask before a case (input of `narrow`) and the reference's expected one. */
function masksOf(n: number, narrow: boolean, priorByte: number): { prior: Uint8Array; expected: Uint8Array } {
  const prior = new Uint8Array(maskByteLength(n));
  for (let row = 0; row < n; row++) prior[row >> 3] |= ((priorByte >> (row % 7)) & 1) << (row & 7);
  return { prior, expected: narrow ? prior.slice() : new Uint8Array(prior.length).fill(255) };
}

afterAll(() => {
  console.log(
    `kernel = plain loop: ${cases} cases, ${byBits} columns by their bits, ${masksCompared} masks compared`,
  );
});

describe("createKernels", () => {
  it("uses WebAssembly SIMD here unless plain loops are asked for", () => {
    expect(createKernels(bench.memory).kind).toBe("wasm-simd");
    expect(bench.kernels.map((kernels) => kernels.kind)).toEqual(["wasm-simd", "wasm-simd", "plain"]);
  });
});

describe("fastFold", () => {
  it("narrows on x64 and shuffles on arm64, and this process's own is one of them", () => {
    expect([fastFold("x64"), fastFold("arm64"), fastFold("arm")]).toEqual(["narrow", "shuffle", "shuffle"]);
    expect(fastFold()).toBe(process.arch === "arm64" ? "shuffle" : "narrow");
  });
});

describe("filterFloats", () => {
  it(
    "equals the five-line reference bit for bit, with zero tail and equal count, in both folds and forms",
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
            const put =
              column.signs === "none" && column.seed % 2 === 0 ? putUnsignedPredicate : putFloatPredicate;
            if (put === putUnsignedPredicate) byBits++;
            put(bench.view, bench.list, index, at.values, valid ? at.validity : NO_VALIDITY, lo, hi);
          });
          expectMask(
            expected,
            prior,
            (kernels, out, and) => kernels.filterFloats(bench.list, columns.length, n, out, and),
            narrow,
          );
        }),
        { numRuns: inForm({ short: 2_000, deep: 20_000, long: 100_000 }) },
      );
    },
    LONG_TIMEOUT_MS,
  );
});

describe("putUnsignedPredicate", () => {
  it.each([
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0b101111],
    [-1, -0, 0b000001],
    [-0, 0, 0b000001],
    [1e-50, 0.99999999, 0b000011],
    [2, 2, 0b000100],
    // Rounds to [2, 2] in float32, though min > max before.
    [2.00000001, 2, 0b000100],
    [3, Number.POSITIVE_INFINITY, 0b101000],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0b100000],
  ])("counts both bounds in, from %d to %d", (lo, hi, expected) => {
    const { at, values } = bench.columns[0];
    values.set([0, 1, 2, 3, Number.NaN, Number.POSITIVE_INFINITY]);
    putUnsignedPredicate(bench.view, bench.list, 0, at.values, NO_VALIDITY, lo, hi);
    for (const kernels of bench.kernels) {
      kernels.filterFloats(bench.list, 1, 6, bench.masks[0], false);
      expect(bench.maskBytes(0, 1)[0]).toBe(expected);
    }
  });
});

describe("openKernelMemory", () => {
  it(
    "has the same masks and counts over a memory that is not shared",
    () => {
      const twins = [
        openKernelMemory(bench.memory.buffer.byteLength, { fold: "narrow" }),
        openKernelMemory(bench.memory.buffer.byteLength, { fold: "shuffle" }),
        openKernelMemory(bench.memory.buffer.byteLength, { plain: true }),
      ];
      expect(twins.map(({ kernels }) => kernels.kind)).toEqual(["wasm-simd", "wasm-simd", "plain"]);
      for (const { memory } of twins) expect(memory.buffer).toBeInstanceOf(ArrayBuffer);
      let compared = 0;
      fc.assert(
        fc.property(filterCase, ({ n, columns, narrow }) => {
          columns.forEach((column, index) => {
            const { at, values, validity } = bench.columns[index];
            const { lo, hi } = fillColumn(column, n, values, validity);
            const put = column.signs === "none" ? putUnsignedPredicate : putFloatPredicate;
            put(bench.view, bench.list, index, at.values, at.validity, lo, hi);
          });
          bench.maskBytes(0, maskByteLength(n)).fill(0b0101_1101);
          for (const { memory } of twins) {
            new Uint8Array(memory.buffer).set(new Uint8Array(bench.memory.buffer));
          }
          const [shared] = bench.kernels;
          const count = shared.filterFloats(bench.list, columns.length, n, bench.masks[0], narrow);
          const mask = bench.maskBytes(0, maskByteLength(n));
          for (const { memory, kernels } of twins) {
            expect(kernels.filterFloats(bench.list, columns.length, n, bench.masks[0], narrow)).toBe(count);
            expect(kernels.countBits(bench.masks[0], n)).toBe(count);
            expect(Buffer.compare(mask, new Uint8Array(memory.buffer, bench.masks[0], mask.length))).toBe(0);
            compared++;
          }
        }),
        { numRuns: caseCount(500) },
      );
      console.log(`kernels without shared memory: ${compared} masks compared`);
    },
    LONG_TIMEOUT_MS,
  );
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
        { numRuns: inForm({ short: 500, deep: 5_000, long: 25_000 }) },
      );
    },
    LONG_TIMEOUT_MS,
  );
});
