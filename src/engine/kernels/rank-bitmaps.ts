// Bitmaps a column, about: 8 bytes a row, twice its values. Twice as many would save a tenth of the time.
const CUTS_WANTED = 64;

/** Cut shift for n rows: there is a bitmap at every 2^shift ranks, about 64 in all. */
export function cutShiftFor(n: number): number {
  return Math.max(3, Math.round(Math.log2(Math.max(1, n) / CUTS_WANTED)));
}

/** Number of bitmaps for `rankedCount` rows: one at each cut, and one of all rows. */
export function cutCount(rankedCount: number, cutShift: number): number {
  return Math.ceil(rankedCount / (1 << cutShift)) + 1;
}

/**
 * Fills `bitmaps` with a mask for each cut, `wordsPerBitmap` words apart: bitmap c holds the rows of ranks
 * below c * 2^cutShift, so a range of ranks is one bitmap AND NOT another. `order` is from `sortRows`.
 *
 * A column of more than `MAX_RANKED_ROWS` rows has no bitmaps and is scanned.
 */
export function buildRankBitmaps(
  order: Uint16Array | Int32Array,
  rankedCount: number,
  cutShift: number,
  bitmaps: Uint32Array,
  wordsPerBitmap: number,
): void {
  const cuts = cutCount(rankedCount, cutShift);
  bitmaps.fill(0, 0, wordsPerBitmap);
  for (let cut = 1; cut < cuts; cut++) {
    const at = cut * wordsPerBitmap;
    bitmaps.copyWithin(at, at - wordsPerBitmap, at);
    const end = Math.min(cut << cutShift, rankedCount);
    for (let rank = (cut - 1) << cutShift; rank < end; rank++) {
      const row = order[rank];
      bitmaps[at + (row >>> 5)] |= 1 << (row & 31);
    }
  }
}

/** First rank with value >= lo (rounded to float32), where a range from lo begins. */
export function firstRank(values: Float32Array, order: Uint16Array, rankedCount: number, lo: number): number {
  const low = Math.fround(lo);
  return firstWhere(rankedCount, (rank) => values[order[rank]] >= low);
}

/** First rank with value > hi (rounded to float32), where a range up to hi ends; 0 for NaN. */
export function endRank(values: Float32Array, order: Uint16Array, rankedCount: number, hi: number): number {
  const high = Math.fround(hi);
  return firstWhere(rankedCount, (rank) => !(values[order[rank]] <= high));
}

/** First rank for which `holds` is true, as it must be for all later ones; `count` if there is none. */
function firstWhere(count: number, holds: (rank: number) => boolean): number {
  let first = 0;
  let end = count;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (holds(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}
