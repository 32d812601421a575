/** Stands where a validity address would, for a column without nulls. */
export const NO_VALIDITY = 0xffff_ffff;

/** Bytes of one predicate in a list for `filterFloats` and `filterCodes`. */
export const SCAN_PREDICATE_BYTES = 16;

/** Bytes of one predicate in a list for `filterBitmaps`. */
export const BITMAP_PREDICATE_BYTES = 32;

/** The code of a null row, and of a NaN: above every code a range can end at. */
export const NULL_CODE = 0xffff;

/** A code no row has: a range of it alone matches nothing. */
export const UNUSED_CODE = 0xfffe;

/**
 * Writes predicate `index` of a float list: lo <= value <= hi, inclusive. Bounds are rounded to float32. A list starts at
 * a multiple of 4; `memory` covers the kernels' whole memory, here and below.
 */
export function putFloatPredicate(
  memory: DataView,
  list: number,
  index: number,
  values: number,
  validity: number,
  lo: number,
  hi: number,
): void {
  const at = list + index * SCAN_PREDICATE_BYTES;
  memory.setUint32(at, values, true);
  memory.setUint32(at + 4, validity, true);
  memory.setFloat32(at + 8, lo, true);
  memory.setFloat32(at + 12, hi, true);
}

/** Writes predicate `index` of a code list: first <= code < end. An empty range matches nothing. */
export function putCodePredicate(
  memory: DataView,
  list: number,
  index: number,
  codes: number,
  first: number,
  end: number,
): void {
  const at = list + index * SCAN_PREDICATE_BYTES;
  memory.setUint32(at, codes, true);
  memory.setUint16(at + 4, end > first ? first : UNUSED_CODE, true);
  memory.setUint16(at + 6, end > first ? end - first - 1 : 0, true);
}

/**
 * Writes predicate `index` of a bitmap list: the rows at ranks first..end-1 of an index made by `buildRankBitmaps`, whose
 * row order is at `order` and whose bitmaps are at `bitmaps`. An empty range matches nothing.
 */
export function putBitmapPredicate(
  memory: DataView,
  list: number,
  index: number,
  order: number,
  bitmaps: number,
  bitmapBytes: number,
  ranksPerCut: number,
  rankedCount: number,
  first: number,
  end: number,
): void {
  const at = list + index * BITMAP_PREDICATE_BYTES;
  const empty = end <= first;
  // The cuts are the ones outside the range; the ranks between cut and bound are cleared row by row.
  const lowerCut = empty ? 0 : Math.floor(first / ranksPerCut);
  const upperCut = empty ? 0 : Math.ceil(end / ranksPerCut);
  const lowerRank = lowerCut * ranksPerCut;
  const upperRank = Math.min(upperCut * ranksPerCut, rankedCount);
  memory.setUint32(at, bitmaps + upperCut * bitmapBytes, true);
  memory.setUint32(at + 4, bitmaps + lowerCut * bitmapBytes, true);
  memory.setUint32(at + 8, order + lowerRank * 2, true);
  memory.setUint32(at + 12, empty ? 0 : first - lowerRank, true);
  memory.setUint32(at + 16, order + end * 2, true);
  memory.setUint32(at + 20, empty ? 0 : upperRank - end, true);
}
