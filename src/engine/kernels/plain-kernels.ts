import { andMask, andNotMask, complementMask, orMask } from "./and-mask.ts";
import { countBits } from "./count-bits.ts";
import type { Kernels } from "./kernels.ts";
import { codesByteLength, maskByteLength, valuesByteLength } from "./memory-layout.ts";
import { BITMAP_PREDICATE_BYTES, NO_VALIDITY, SCAN_PREDICATE_BYTES } from "./predicate-list.ts";
import { narrowRangeMask, rangeMask } from "./range-mask.ts";
import type { SharedMemory } from "./shared-memory.ts";

/** The same kernels as filter.wat in plain loops over the same memory: for hosts without SIMD, and to test it against. */
export function createPlainKernels(memory: SharedMemory): Kernels {
  // The buffer is asked for at each call because it is another object after the memory has grown.
  const mask = (at: number, n: number) => new Uint32Array(memory.buffer, at, maskByteLength(n) >>> 2);
  const fields = () => new DataView(memory.buffer);

  function filterFloats(list: number, count: number, n: number, out: number, narrow: boolean): number {
    const words = mask(out, n);
    const field = fields();
    for (let index = 0; index < count; index++) {
      const at = list + index * SCAN_PREDICATE_BYTES;
      const valuesAt = field.getUint32(at, true);
      const validityAt = field.getUint32(at + 4, true);
      const lo = field.getFloat32(at + 8, true);
      const hi = field.getFloat32(at + 12, true);
      const values = new Float32Array(memory.buffer, valuesAt, valuesByteLength(n) >>> 2);
      const validity =
        validityAt === NO_VALIDITY ? undefined : new Uint8Array(memory.buffer, validityAt, maskByteLength(n));
      if (index > 0 || narrow) narrowRangeMask(values, validity, n, lo, hi, words);
      else rangeMask(values, validity, n, lo, hi, words);
    }
    words.fill(0, (n + 31) >>> 5);
    return countBits(words, n);
  }

  function filterCodes(list: number, count: number, n: number, out: number, narrow: boolean): number {
    const words = mask(out, n);
    const field = fields();
    for (let index = 0; index < count; index++) {
      const at = list + index * SCAN_PREDICATE_BYTES;
      const codes = new Uint16Array(memory.buffer, field.getUint32(at, true), codesByteLength(n) >>> 1);
      codeRangeMask(
        codes,
        n,
        field.getUint16(at + 4, true),
        field.getUint16(at + 6, true),
        words,
        index > 0 || narrow,
      );
    }
    words.fill(0, (n + 31) >>> 5);
    return countBits(words, n);
  }

  function filterBitmaps(list: number, count: number, n: number, out: number, narrow: boolean): number {
    const words = mask(out, n);
    const field = fields();
    for (let index = 0; index < count; index++) {
      const at = list + index * BITMAP_PREDICATE_BYTES;
      const upper = mask(field.getUint32(at, true), n);
      const lower = mask(field.getUint32(at + 4, true), n);
      if (index > 0 || narrow) andMask(words, upper, words, n);
      else words.set(upper);
      andNotMask(words, lower, words, n);
      for (let side = 8; side <= 16; side += 8) {
        const rows = field.getUint32(at + side, true);
        clearRows(new Uint16Array(memory.buffer, rows, field.getUint32(at + side + 4, true)), words);
      }
    }
    words.fill(0, (n + 31) >>> 5);
    return countBits(words, n);
  }

  return {
    kind: "plain",
    filterFloats,
    filterCodes,
    filterBitmaps,
    andMask: (a, b, out, n) => andMask(mask(a, n), mask(b, n), mask(out, n), 8 * maskByteLength(n)),
    orMask: (a, b, out, n) => orMask(mask(a, n), mask(b, n), mask(out, n), 8 * maskByteLength(n)),
    andNotMask: (a, b, out, n) => andNotMask(mask(a, n), mask(b, n), mask(out, n), 8 * maskByteLength(n)),
    complementMask: (a, out, n) => {
      complementMask(mask(a, n), mask(out, n), n);
      mask(out, n).fill(0, (n + 31) >>> 5);
    },
    countBits: (at, n) => countBits(mask(at, n), n),
  };
}

/** Bits set where lo <= code <= lo + span; with `narrow`, only where `words` already has them. */
function codeRangeMask(
  codes: Uint16Array,
  n: number,
  lo: number,
  span: number,
  words: Uint32Array,
  narrow: boolean,
): void {
  for (let start = 0, at = 0; start < n; start += 32, at++) {
    const rows = Math.min(n - start, 32);
    let word = 0;
    for (let bit = 0; bit < rows; bit++) word |= Number(((codes[start + bit] - lo) & 0xffff) <= span) << bit;
    words[at] = narrow ? word & words[at] : word;
  }
}

/** Clears the bit of each row. */
function clearRows(rows: Uint16Array, words: Uint32Array): void {
  for (let at = 0; at < rows.length; at++) words[rows[at] >>> 5] &= ~(1 << (rows[at] & 31));
}
