/**
 * The same bytes in memory of their own, for code that keeps them: small Buffers are cut from a slab of 64 KiB that
 * lives as long as any of them.
 */
export function unpooledBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
