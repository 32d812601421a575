import { countBits } from "./count-bits.ts";
import type { Kernels } from "./kernels.ts";
import { maskByteLength, valuesByteLength } from "./memory-layout.ts";
import { BITMAP_PREDICATE_BYTES, FLOAT_PREDICATE_BYTES, floatBounds, NO_VALIDITY } from "./predicate-list.ts";
import { endRank, firstRank } from "./rank-bitmaps.ts";
import type { WasmMemory } from "./shared-memory.ts";

/** The kernels of filter.wat as plain loops: for hosts without SIMD, and as the reference in tests. */
export function createPlainKernels({ buffer }: WasmMemory): Kernels {
  const mask = (at: number, n: number) => new Uint32Array(buffer, at, maskByteLength(n) >>> 2);
  const field = new DataView(buffer);

  function filterFloats(list: number, count: number, n: number, out: number, narrow: boolean): number {
    const words = mask(out, n);
    for (let index = 0; index < count; index++) {
      const at = list + index * FLOAT_PREDICATE_BYTES;
      const valuesAt = field.getUint32(at, true);
      const validityAt = field.getUint32(at + 4, true);
      const { lo, hi } = floatBounds(field, at);
      const values = new Float32Array(buffer, valuesAt, valuesByteLength(n) >>> 2);
      const validity =
        validityAt === NO_VALIDITY ? undefined : new Uint8Array(buffer, validityAt, maskByteLength(n));
      if (index > 0 || narrow) narrowRangeMask(values, validity, n, lo, hi, words);
      else rangeMask(values, validity, n, lo, hi, words);
    }
    words.fill(0, (n + 31) >>> 5);
    return countBits(words, n);
  }

  function filterBitmaps(list: number, count: number, n: number, out: number, narrow: boolean): number {
    const words = mask(out, n);
    for (let index = 0; index < count; index++) {
      const at = list + index * BITMAP_PREDICATE_BYTES;
      const values = new Float32Array(buffer, field.getUint32(at, true), n);
      const ranked = field.getUint32(at + 12, true);
      const order = new Uint16Array(buffer, field.getUint32(at + 4, true), ranked);
      const bitmaps = field.getUint32(at + 8, true);
      const shift = field.getUint32(at + 16, true);
      const first = firstRank(values, order, ranked, field.getFloat32(at + 20, true));
      // An empty range ends where it begins, so both of its cuts are the same.
      const end = Math.max(first, endRank(values, order, ranked, field.getFloat32(at + 24, true)));
      const lowerCut = first >>> shift;
      const upperCut = Math.ceil(end / (1 << shift));
      const upper = mask(bitmaps + upperCut * maskByteLength(n), n);
      if (index > 0 || narrow) andMask(words, upper, words);
      else words.set(upper);
      andNotMask(words, mask(bitmaps + lowerCut * maskByteLength(n), n), words);
      clearRows(order, lowerCut << shift, first, words);
      clearRows(order, end, Math.min(upperCut << shift, ranked), words);
    }
    words.fill(0, (n + 31) >>> 5);
    return countBits(words, n);
  }

  return {
    kind: "plain",
    filterFloats,
    filterBitmaps,
    andMask: (a, b, out, n) => andMask(mask(a, n), mask(b, n), mask(out, n)),
    orMask: (a, b, out, n) => orMask(mask(a, n), mask(b, n), mask(out, n)),
    andNotMask: (a, b, out, n) => andNotMask(mask(a, n), mask(b, n), mask(out, n)),
    complementMask: (a, out, n) => complementMask(mask(a, n), mask(out, n), n),
    countBits: (at, n) => countBits(mask(at, n), n),
  };
}

/** Clears the bits of the rows at ranks [first, end). */
function clearRows(order: Uint16Array, first: number, end: number, words: Uint32Array): void {
  for (let rank = first; rank < end; rank++) words[order[rank] >>> 5] &= ~(1 << (order[rank] & 31));
}

/**
 * Bits set where lo <= value <= hi, for rows 0..n-1. Compares as float32; nulls and NaN never match; the last
 * word's tail is cleared. Branch-free, 32 rows a store: a branch on each compare is three times slower.
 */
function rangeMask(
  values: Float32Array,
  validity: Uint8Array | undefined,
  n: number,
  lo: number,
  hi: number,
  words: Uint32Array,
): void {
  const low = Math.fround(lo);
  const high = Math.fround(hi);
  for (let start = 0, at = 0; start < n; start += 32, at++) {
    const rows = Math.min(n - start, 32);
    let word = 0;
    for (let bit = 0; bit < rows; bit++) {
      const value = values[start + bit];
      word |= (Number(value >= low) & Number(value <= high)) << bit;
    }
    words[at] = validity === undefined ? word : word & validityWord(validity, at, n);
  }
}

/** Like `rangeMask`, but only clears bits of `words`, and visits only rows whose bit is set. */
function narrowRangeMask(
  values: Float32Array,
  validity: Uint8Array | undefined,
  n: number,
  lo: number,
  hi: number,
  words: Uint32Array,
): void {
  const low = Math.fround(lo);
  const high = Math.fround(hi);
  for (let start = 0, at = 0; start < n; start += 32, at++) {
    let left = validity === undefined ? words[at] : words[at] & validityWord(validity, at, n);
    if (n - start < 32) left &= (1 << (n - start)) - 1;
    let word = 0;
    while (left !== 0) {
      const bit = 31 - Math.clz32(left & -left);
      const value = values[start + bit];
      word |= (Number(value >= low) & Number(value <= high)) << bit;
      left &= left - 1;
    }
    words[at] = word;
  }
}

/** The 32 validity bits of word `at`; reads only bytes that hold rows below n. */
function validityWord(validity: Uint8Array, at: number, n: number): number {
  const byte = at << 2;
  const last = (n + 7) >>> 3;
  let word = validity[byte];
  if (byte + 1 < last) word |= validity[byte + 1] << 8;
  if (byte + 2 < last) word |= validity[byte + 2] << 16;
  if (byte + 3 < last) word |= validity[byte + 3] << 24;
  return word;
}

function andMask(a: Uint32Array, b: Uint32Array, out: Uint32Array): void {
  for (let at = 0; at < out.length; at++) out[at] = a[at] & b[at];
}

function orMask(a: Uint32Array, b: Uint32Array, out: Uint32Array): void {
  for (let at = 0; at < out.length; at++) out[at] = a[at] | b[at];
}

function andNotMask(a: Uint32Array, b: Uint32Array, out: Uint32Array): void {
  for (let at = 0; at < out.length; at++) out[at] = a[at] & ~b[at];
}

function complementMask(a: Uint32Array, out: Uint32Array, n: number): void {
  for (let at = 0; at < out.length; at++) out[at] = ~a[at];
  clearTail(out, n);
}

function clearTail(words: Uint32Array, n: number): void {
  const rows = n & 31;
  if (rows !== 0) words[n >>> 5] &= (1 << rows) - 1;
  words.fill(0, (n + 31) >>> 5);
}
