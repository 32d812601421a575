/** Copies pooled bytes, for code that keeps them: a small Buffer keeps its slab of 64 KiB alive. */
export function unpooledBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
