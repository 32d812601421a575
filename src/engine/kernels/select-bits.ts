/** Writes the rows whose bit is set to `positions`, ascending, and returns their count. */
export function selectBits(words: Uint32Array, n: number, positions: Uint32Array): number {
  const count = (n + 31) >>> 5;
  let found = 0;
  for (let at = 0; at < count; at++) {
    let left = words[at];
    const start = at << 5;
    while (left !== 0) {
      positions[found++] = start + 31 - Math.clz32(left & -left);
      left &= left - 1;
    }
  }
  return found;
}
