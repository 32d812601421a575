/** How many bytes a packed mask of n rows has on the wire. */
export function packedByteLength(n: number): number {
  return (n + 7) >>> 3;
}

/** Fills the first ceil(n/8) `bytes` with the bits of `words`, LSB first, whatever the byte order of the machine. */
export function bytesFromWords(words: Uint32Array, n: number, bytes: Uint8Array): void {
  const count = (n + 7) >>> 3;
  for (let at = 0; at < count; at++) bytes[at] = words[at >>> 2] >>> ((at & 3) << 3);
}

/** Fills the words of n rows from ceil(n/8) packed `bytes`. Bits past n are dropped, so the tail is zero. */
export function wordsFromBytes(bytes: Uint8Array, n: number, words: Uint32Array): void {
  const byteCount = (n + 7) >>> 3;
  const wordCount = (n + 31) >>> 5;
  for (let at = 0; at < wordCount; at++) words[at] = 0;
  for (let at = 0; at < byteCount; at++) words[at >>> 2] |= bytes[at] << ((at & 3) << 3);
  if ((n & 31) !== 0) words[n >>> 5] &= (1 << (n & 31)) - 1;
}
