/** Kernels work on blocks of this many rows, so buffers are padded to a multiple of it. */
export const ROWS_PER_BLOCK = 128;

/** Where a buffer should start, in bytes: a cache line, which is also enough for every vector load. */
export const BUFFER_ALIGNMENT = 64;

/** Bytes to reserve for the float32 values of n rows. What the padding holds does not matter. */
export function valuesByteLength(n: number): number {
  return Math.ceil(n / ROWS_PER_BLOCK) * 512;
}

/** Bytes to reserve for the row order of n rows, which is not padded. */
export function orderByteLength(n: number): number {
  return n * 2;
}

/** Bytes to reserve for a mask or a validity bitmap of n rows. */
export function maskByteLength(n: number): number {
  return Math.ceil(n / ROWS_PER_BLOCK) * 16;
}

/** The next place at or after `offset` where a buffer may start. */
export function alignOffset(offset: number): number {
  return Math.ceil(offset / BUFFER_ALIGNMENT) * BUFFER_ALIGNMENT;
}
