/** Fills `out` with the values at the first `count` positions, in their order. */
export function gather(values: Float32Array, positions: Uint32Array, count: number, out: Float32Array): void {
  for (let at = 0; at < count; at++) out[at] = values[positions[at]];
}

/**
 * Fills `out` with the values of the rows whose bit is set, in row order, leaving out nulls and NaN, and returns how
 * many there are.
 */
export function gatherUnderMask(
  values: Float32Array,
  validity: Uint8Array | undefined,
  words: Uint32Array,
  n: number,
  out: Float32Array,
): number {
  const count = (n + 31) >>> 5;
  let found = 0;
  for (let at = 0; at < count; at++) {
    let left = words[at];
    const start = at << 5;
    while (left !== 0) {
      const row = start + 31 - Math.clz32(left & -left);
      left &= left - 1;
      if (validity !== undefined && ((validity[row >>> 3] >>> (row & 7)) & 1) === 0) continue;
      const value = values[row];
      if (!Number.isNaN(value)) out[found++] = value;
    }
  }
  return found;
}
