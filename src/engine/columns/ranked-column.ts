import { firstWhere } from "../../runtime/first-where.ts";
import { buildRankBitmaps, cutCount, cutShiftFor } from "../kernels/rank-bitmaps.ts";

/** A float64 column with rank bitmaps: finds the rows of a range by bit operations, without a scan. */
export class RankedColumn {
  /** Rows by ascending value, and their values in that order. */
  readonly #order: Int32Array;
  readonly #sorted: Float64Array;
  readonly #bitmaps: Uint32Array;
  readonly #cutShift: number;

  /** `order` holds the rows by ascending value; values must not be NaN. */
  constructor(values: Float64Array, order: Int32Array) {
    const n = order.length;
    const words = wordsOf(n);
    this.#order = order;
    this.#sorted = Float64Array.from(order, (row) => values[row]);
    this.#cutShift = cutShiftFor(n);
    this.#bitmaps = new Uint32Array(cutCount(n, this.#cutShift) * words);
    buildRankBitmaps(order, n, this.#cutShift, this.#bitmaps, words);
  }

  /** Clears the bits of rows outside [least, most]. */
  keepRange(least: number, most: number, mask: Uint32Array): void {
    const sorted = this.#sorted;
    const first = firstWhere(0, sorted.length, (rank) => !(sorted[rank] < least));
    const end = firstWhere(0, sorted.length, (rank) => !(sorted[rank] <= most));
    if (first >= end) {
      mask.fill(0);
      return;
    }
    const lowCut = first >>> this.#cutShift;
    const highCut = Math.ceil(end / (1 << this.#cutShift));
    const words = wordsOf(this.#order.length);
    const [low, high] = [lowCut * words, highCut * words];
    const bitmaps = this.#bitmaps;
    for (let w = 0; w < words; w++) mask[w] &= bitmaps[high + w] & ~bitmaps[low + w];
    // Rows between the range and the bitmap cuts around it.
    this.#clear(lowCut << this.#cutShift, first, mask);
    this.#clear(end, Math.min(highCut << this.#cutShift, this.#order.length), mask);
  }

  #clear(fromRank: number, toRank: number, mask: Uint32Array): void {
    for (let rank = fromRank; rank < toRank; rank++) {
      const row = this.#order[rank];
      mask[row >>> 5] &= ~(1 << (row & 31));
    }
  }
}

/** 32-bit words in a mask of n rows. */
export function wordsOf(n: number): number {
  return (n + 31) >>> 5;
}

export function fullMask(n: number): Uint32Array {
  const mask = new Uint32Array(wordsOf(n)).fill(0xffff_ffff);
  if ((n & 31) !== 0) mask[mask.length - 1] = 2 ** (n & 31) - 1;
  return mask;
}

export function isInMask(mask: Uint32Array, row: number): boolean {
  return ((mask[row >>> 5] >>> (row & 31)) & 1) === 1;
}
