/** Stands where a validity address would, for a column without nulls. */
export const NO_VALIDITY = 0xffff_ffff;

/** Bytes of one predicate in a list for `filterFloats`: values, validity, form and two bounds, 4 each. */
export const FLOAT_PREDICATE_BYTES = 20;

/** Bytes of one predicate in a list for `filterBitmaps`, which keeps its workings in the second half. */
export const BITMAP_PREDICATE_BYTES = 64;

/** Where the fields of a float predicate stand, from its start. */
const VALIDITY_AT = 4;
const FORM_AT = 8;
const LO_AT = 12;
const HI_AT = 16;

/** The two bounds are floats, or the first one's bits and how many bit patterns follow up to the second, inclusive. */
const FLOATS = 0;
const BITS = 1;

const SIGN_BIT = 0x8000_0000;

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
  memory.setUint32(at + VALIDITY_AT, validity, true);
  memory.setUint32(at + FORM_AT, FLOATS, true);
  memory.setFloat32(at + LO_AT, lo, true);
  memory.setFloat32(at + HI_AT, hi, true);
}

/**
 * The same for a column in which no row that counts has its sign bit set: no negative value, no -0, no NaN but a
 * positive one. The bits of such values are in the order of the values, so they are compared as integers, which takes
 * two thirds of the time.
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
  // No value is in a range that ends before it begins or below 0, or of which a bound is NaN.
  const isEmpty = !(low <= high && high >= 0);
  const first = bitsOf(Math.max(low, 0));
  // Adding 0 makes 0 of -0, whose sign bit is set.
  const count = isEmpty ? 0 : bitsOf(high + 0) - first + 1;
  const at = list + index * FLOAT_PREDICATE_BYTES;
  memory.setUint32(at, values, true);
  memory.setUint32(at + VALIDITY_AT, validity, true);
  memory.setUint32(at + FORM_AT, BITS, true);
  // Each is written less 2^31, or modulo 2^32 more, which makes the kernels' compare a signed one.
  memory.setUint32(at + LO_AT, first + SIGN_BIT, true);
  memory.setUint32(at + HI_AT, count + SIGN_BIT, true);
}

/** The bounds of the float predicate at `at` as floats, whatever its form; lo above hi where no row can match. */
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
  /** A bitmap is at every 2^cutShift ranks. */
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
