// About this many bitmaps a column: 8 bytes a row, twice its values. Twice as many gain a tenth of the time.
const CUTS_WANTED = 64;

/** The cut shift for a column of n rows: bitmaps stand at every 2^shift ranks, about 64 of them. */
export function cutShiftFor(n: number): number {
  return Math.max(3, Math.round(Math.log2(Math.max(1, n) / CUTS_WANTED)));
}

/** How many bitmaps an index of `rankedCount` rows has: one before each cut and one for all rows. */
export function cutCount(rankedCount: number, cutShift: number): number {
  return Math.ceil(rankedCount / (1 << cutShift)) + 1;
}

/**
 * Fills `bitmaps` with one mask a cut, `wordsPerBitmap` words apart: bitmap c holds the rows of ranks below
 * c * 2^cutShift, so that a range of ranks is one bitmap without another. `order` is from `sortRows`.
 *
 * A column of more than `MAX_RANKED_ROWS` rows has no bitmaps and is filtered as floats.
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

/** The first rank whose value is >= lo, where a range from lo begins. Lo is rounded to float32. */
export function firstRank(values: Float32Array, order: Uint16Array, rankedCount: number, lo: number): number {
  const low = Math.fround(lo);
  let first = 0;
  let end = rankedCount;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (values[order[middle]] >= low) end = middle;
    else first = middle + 1;
  }
  return first;
}

/** The first rank whose value is > hi, where a range up to hi ends. NaN ends every range before it begins. */
export function endRank(values: Float32Array, order: Uint16Array, rankedCount: number, hi: number): number {
  const high = Math.fround(hi);
  let first = 0;
  let end = rankedCount;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (values[order[middle]] <= high) first = middle + 1;
    else end = middle;
  }
  return first;
}
