/** Rows in a kernel's block; buffers are padded to a multiple of it. */
const ROWS_PER_BLOCK = 128;

/** Alignment of buffers in bytes: a cache line, which also suffices for every vector load. */
export const BUFFER_ALIGNMENT = 64;

/** Bytes to reserve for the float32 values of n rows. The padding may hold anything. */
export function valuesByteLength(n: number): number {
  return Math.ceil(n / ROWS_PER_BLOCK) * 512;
}

/** Bytes to reserve for the uint16 row order of n rows, without padding. */
export function orderByteLength(n: number): number {
  return n * 2;
}

/** Bytes to reserve for a mask or a validity bitmap of n rows. */
export function maskByteLength(n: number): number {
  return Math.ceil(n / ROWS_PER_BLOCK) * 16;
}

/** Rounds `offset` up to `BUFFER_ALIGNMENT`. */
export function alignOffset(offset: number): number {
  return Math.ceil(offset / BUFFER_ALIGNMENT) * BUFFER_ALIGNMENT;
}
