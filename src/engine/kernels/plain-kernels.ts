import { andMask, andNotMask, complementMask, orMask } from "./and-mask.ts";
import { countBits } from "./count-bits.ts";
import type { Kernels } from "./kernels.ts";
import { maskByteLength, valuesByteLength } from "./memory-layout.ts";
import { BITMAP_PREDICATE_BYTES, FLOAT_PREDICATE_BYTES, floatBounds, NO_VALIDITY } from "./predicate-list.ts";
import { narrowRangeMask, rangeMask } from "./range-mask.ts";
import { endRank, firstRank } from "./rank-bitmaps.ts";

/** The same kernels as filter.wat in plain loops over the same memory: for hosts without SIMD, and to test it against. */
export function createPlainKernels(memory: { readonly buffer: ArrayBufferLike }): Kernels {
  // The buffer is asked for at each call because it is another object after the memory has grown.
  const mask = (at: number, n: number) => new Uint32Array(memory.buffer, at, maskByteLength(n) >>> 2);
  const fields = () => new DataView(memory.buffer);

  function filterFloats(list: number, count: number, n: number, out: number, narrow: boolean): number {
    const words = mask(out, n);
    const field = fields();
    for (let index = 0; index < count; index++) {
      const at = list + index * FLOAT_PREDICATE_BYTES;
      const valuesAt = field.getUint32(at, true);
      const validityAt = field.getUint32(at + 4, true);
      const { lo, hi } = floatBounds(field, at);
      const values = new Float32Array(memory.buffer, valuesAt, valuesByteLength(n) >>> 2);
      const validity =
        validityAt === NO_VALIDITY ? undefined : new Uint8Array(memory.buffer, validityAt, maskByteLength(n));
      if (index > 0 || narrow) narrowRangeMask(values, validity, n, lo, hi, words);
      else rangeMask(values, validity, n, lo, hi, words);
    }
    words.fill(0, (n + 31) >>> 5);
    return countBits(words, n);
  }

  function filterBitmaps(list: number, count: number, n: number, out: number, narrow: boolean): number {
    const words = mask(out, n);
    const field = fields();
    for (let index = 0; index < count; index++) {
      const at = list + index * BITMAP_PREDICATE_BYTES;
      const values = new Float32Array(memory.buffer, field.getUint32(at, true), n);
      const ranked = field.getUint32(at + 12, true);
      const order = new Uint16Array(memory.buffer, field.getUint32(at + 4, true), ranked);
      const bitmaps = field.getUint32(at + 8, true);
      const shift = field.getUint32(at + 16, true);
      const first = firstRank(values, order, ranked, field.getFloat32(at + 20, true));
      // An empty range ends where it begins, and has both cuts there.
      const end = Math.max(first, endRank(values, order, ranked, field.getFloat32(at + 24, true)));
      const lowerCut = first >>> shift;
      const upperCut = Math.ceil(end / (1 << shift));
      const upper = mask(bitmaps + upperCut * maskByteLength(n), n);
      if (index > 0 || narrow) andMask(words, upper, words, n);
      else words.set(upper);
      andNotMask(words, mask(bitmaps + lowerCut * maskByteLength(n), n), words, n);
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

/** Clears the bit of each row at ranks first..end-1. */
function clearRows(order: Uint16Array, first: number, end: number, words: Uint32Array): void {
  for (let rank = first; rank < end; rank++) words[order[rank] >>> 5] &= ~(1 << (order[rank] & 31));
}
