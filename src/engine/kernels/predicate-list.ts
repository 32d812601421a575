/** Validity offset of a column without nulls. */
export const NO_VALIDITY = 0xffff_ffff;

/** Bytes of a predicate for `filterFloats`: values, validity, form and two bounds, 4 each. */
export const FLOAT_PREDICATE_BYTES = 20;

/** Bytes of a predicate for `filterBitmaps`, which uses the second half as scratch. */
export const BITMAP_PREDICATE_BYTES = 64;

/** Byte offsets of the fields within a float predicate. */
const VALIDITY_AT = 4;
const FORM_AT = 8;
const LO_AT = 12;
const HI_AT = 16;

/** FLOATS: the bounds are floats. BITS: the lower bound's bits, and the number of bit patterns in range. */
const FLOATS = 0;
const BITS = 1;

const SIGN_BIT = 0x8000_0000;

/**
 * Writes predicate `index` of a float list: lo <= value <= hi, bounds rounded to float32. `list` is a
 * multiple of 4; `memory` covers the kernels' whole memory, here and below.
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
  memory.setUint32(at + VALIDITY_AT, validity, true);
  memory.setUint32(at + FORM_AT, FLOATS, true);
  memory.setFloat32(at + LO_AT, lo, true);
  memory.setFloat32(at + HI_AT, hi, true);
}

/**
 * Like `putFloatPredicate`, for a column whose valid rows all have a clear sign bit: no negative value, -0 or
 * negative NaN. Such values sort by their bits, and comparing those as integers takes two thirds of the time.
 */
export function putUnsignedPredicate(
  memory: DataView,
  list: number,
  index: number,
  values: number,
  validity: number,
  lo: number,
  hi: number,
): void {
  const low = Math.fround(lo);
  const high = Math.fround(hi);
  // Empty if lo > hi, hi < 0, or a bound is NaN.
  const isEmpty = !(low <= high && high >= 0);
  const first = bitsOf(Math.max(low, 0));
  // Adding 0 turns -0, whose sign bit is set, into 0.
  const count = isEmpty ? 0 : bitsOf(high + 0) - first + 1;
  const at = list + index * FLOAT_PREDICATE_BYTES;
  memory.setUint32(at, values, true);
  memory.setUint32(at + VALIDITY_AT, validity, true);
  memory.setUint32(at + FORM_AT, BITS, true);
  // Written plus 2^31 modulo 2^32, so that the kernels can use a signed compare.
  memory.setUint32(at + LO_AT, first + SIGN_BIT, true);
  memory.setUint32(at + HI_AT, count + SIGN_BIT, true);
}

/** The bounds of the float predicate at `at` as floats, in either form; lo > hi if no row can match. */
export function floatBounds(memory: DataView, at: number): { lo: number; hi: number } {
  if (memory.getUint32(at + FORM_AT, true) === FLOATS) {
    return { lo: memory.getFloat32(at + LO_AT, true), hi: memory.getFloat32(at + HI_AT, true) };
  }
  const first = memory.getUint32(at + LO_AT, true) ^ SIGN_BIT;
  const count = memory.getUint32(at + HI_AT, true) ^ SIGN_BIT;
  return count === 0 ? { lo: 1, hi: 0 } : { lo: floatOf(first), hi: floatOf(first + count - 1) };
}

const oneFloat = new Float32Array(1);
const oneWord = new Uint32Array(oneFloat.buffer);

function bitsOf(value: number): number {
  oneFloat[0] = value;
  return oneWord[0];
}

function floatOf(bits: number): number {
  oneWord[0] = bits;
  return oneFloat[0];
}

/** Location of a rank index (rank-bitmaps.ts) in the memory. */
export interface RankBitmapPlace {
  /** Byte offset of the column's float32 values. */
  readonly values: number;
  /** Byte offset of the uint16 row order, from `sortRows`. */
  readonly order: number;
  /** Byte offset of the bitmaps, a multiple of 16; `maskByteLength(n)` bytes each. */
  readonly bitmaps: number;
  readonly rankedCount: number;
  /** There is a bitmap at every 2^cutShift ranks. */
  readonly cutShift: number;
}

/** Writes predicate `index` of a bitmap list: lo <= value <= hi, bounds rounded to float32. */
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
