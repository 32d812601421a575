/**
 * Ranks between two bitmaps. Smaller means fewer rows to clear one by one and more bitmaps: README, "Beyond the scan".
 */
export const RANKS_PER_CUT = 64;

/** How many bitmaps an index of `rankedCount` rows has: one before each cut and one for all of them. */
export function cutCount(rankedCount: number, ranksPerCut: number): number {
  return Math.ceil(rankedCount / ranksPerCut) + 1;
}

/**
 * Fills `bitmaps` with one mask a cut, `wordsPerBitmap` words apart: bitmap c holds the rows of ranks below
 * c * ranksPerCut, so that a range of ranks is one bitmap without another. `order` is from `sortRows`.
 *
 * A column of more than `MAX_RANKED_ROWS` rows has no bitmaps and is filtered as floats.
 */
export function buildRankBitmaps(
  order: Uint16Array,
  rankedCount: number,
  ranksPerCut: number,
  bitmaps: Uint32Array,
  wordsPerBitmap: number,
): void {
  const cuts = cutCount(rankedCount, ranksPerCut);
  bitmaps.fill(0, 0, wordsPerBitmap);
  for (let cut = 1; cut < cuts; cut++) {
    const at = cut * wordsPerBitmap;
    bitmaps.copyWithin(at, at - wordsPerBitmap, at);
    const end = Math.min(cut * ranksPerCut, rankedCount);
    for (let rank = (cut - 1) * ranksPerCut; rank < end; rank++) {
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
