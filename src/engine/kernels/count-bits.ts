/** Number of set bits in a mask of n rows. Bits past n are zero in every mask, so whole words are counted. */
export function countBits(words: Uint32Array, n: number): number {
  const count = (n + 31) >>> 5;
  let total = 0;
  for (let at = 0; at < count; at++) {
    // Sums bits in pairs, nibbles, then bytes; the multiplication adds the four bytes into the highest one.
    let word = words[at];
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    total += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}
