/**
 * Filter kernels over one memory, as WebAssembly SIMD or plain loops, with the same output. Addresses are
 * byte offsets. Masks and validity bitmaps start at a multiple of 16 and own `maskByteLength(n)` bytes;
 * values own `valuesByteLength(n)` (memory-layout.ts). Masks are LSB first and zero past row n.
 *
 * Both filters take `count` >= 1 predicates at `list` (see predicate-list.ts), write the mask of rows that
 * satisfy all of them to `out`, and return their count. With `narrow`, they only clear bits of `out`.
 */
export interface Kernels {
  readonly kind: "wasm-simd" | "plain";
  /** Scans float32 columns: any n. */
  filterFloats(list: number, count: number, n: number, out: number, narrow: boolean): number;
  /** Joins rank bitmaps (rank-bitmaps.ts) without a scan. */
  filterBitmaps(list: number, count: number, n: number, out: number, narrow: boolean): number;
  /** out = a AND b. `out` may be `a` or `b`, here and below. */
  andMask(a: number, b: number, out: number, n: number): void;
  /** out = a OR b. */
  orMask(a: number, b: number, out: number, n: number): void;
  /** out = a AND NOT b. */
  andNotMask(a: number, b: number, out: number, n: number): void;
  /** out = NOT a for rows below n. */
  complementMask(a: number, out: number, n: number): void;
  /** Number of set bits in the mask of n rows. */
  countBits(mask: number, n: number): number;
}
