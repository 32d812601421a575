/**
 * Filter kernels over one memory, as WebAssembly SIMD or as plain loops: same bytes out. Every address is a byte offset
 * into the memory. Masks and validity bitmaps start at a multiple of 16 and own `maskByteLength(n)` bytes; values own
 * `valuesByteLength(n)` (memory-layout.ts). Masks are LSB first and zero past row n.
 *
 * The two filters take at least one predicate, written at `list` by predicate-list.ts, write the rows that satisfy
 * all of them at `out`, and return how many. With `narrow`, only rows whose bit is already set at `out` can stay.
 */
export interface Kernels {
  readonly kind: "wasm-simd" | "plain";
  /** Scans float32 columns: any n. */
  filterFloats(list: number, count: number, n: number, out: number, narrow: boolean): number;
  /** Joins rank bitmaps (rank-bitmaps.ts): no scan. */
  filterBitmaps(list: number, count: number, n: number, out: number, narrow: boolean): number;
  /** out = a AND b. `out` may be `a` or `b`, here and below. */
  andMask(a: number, b: number, out: number, n: number): void;
  /** out = a OR b. */
  orMask(a: number, b: number, out: number, n: number): void;
  /** out = a AND NOT b. */
  andNotMask(a: number, b: number, out: number, n: number): void;
  /** out = NOT a for rows below n. */
  complementMask(a: number, out: number, n: number): void;
  /** How many bits are set in the mask of n rows. */
  countBits(mask: number, n: number): number;
}
