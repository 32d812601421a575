/** Stands where a validity address would, for a column without nulls. */
export const NO_VALIDITY = 0xffff_ffff;

/** Bytes of one predicate in a list for `filterFloats`. */
export const FLOAT_PREDICATE_BYTES = 16;

/** Bytes of one predicate in a list for `filterBitmaps`, which keeps its workings in the second half. */
export const BITMAP_PREDICATE_BYTES = 64;

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
  const at = list + index * FLOAT_PREDICATE_BYTES;
  memory.setUint32(at, values, true);
  memory.setUint32(at + 4, validity, true);
  memory.setFloat32(at + 8, lo, true);
  memory.setFloat32(at + 12, hi, true);
}

/** Where an index made by rank-bitmaps.ts lies in the memory. */
export interface RankBitmapPlace {
  /** Address of the column's float32 values. */
  readonly values: number;
  /** Address of the u16 row order, from `sortRows`. */
  readonly order: number;
  /** Address of the bitmaps, `maskByteLength(n)` bytes each, at a multiple of 16. */
  readonly bitmaps: number;
  /** How many rows the order has. */
  readonly rankedCount: number;
  /** A bitmap stands at every 2^cutShift ranks. */
  readonly cutShift: number;
}

/** Writes predicate `index` of a bitmap list: lo <= value <= hi, inclusive. Bounds are rounded to float32. */
export function putBitmapPredicate(
  memory: DataView,
  list: number,
  index: number,
  column: RankBitmapPlace,
  lo: number,
  hi: number,
): void {
  const at = list + index * BITMAP_PREDICATE_BYTES;
  memory.setUint32(at, column.values, true);
  memory.setUint32(at + 4, column.order, true);
  memory.setUint32(at + 8, column.bitmaps, true);
  memory.setUint32(at + 12, column.rankedCount, true);
  memory.setUint32(at + 16, column.cutShift, true);
  memory.setFloat32(at + 20, lo, true);
  memory.setFloat32(at + 24, hi, true);
}
