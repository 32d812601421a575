/**
 * Writes to `counts` (binCount + 1 entries) how many rows of the mask `words` are in each bin, and to
 * `extent` the smallest and largest of their values in any bin: Infinity and -Infinity if there are none.
 *
 * `codes` are from `binRows`: the last count is of rows in no bin. Visits only the rows of the mask.
 */
export function histogram(
  codes: Uint8Array,
  values: Float32Array,
  words: Uint32Array,
  n: number,
  binCount: number,
  counts: Uint32Array,
  extent: Float32Array,
): void {
  for (let bin = 0; bin <= binCount; bin++) counts[bin] = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const wordCount = (n + 31) >>> 5;
  for (let at = 0; at < wordCount; at++) {
    let left = words[at];
    const start = at << 5;
    while (left !== 0) {
      const row = start + 31 - Math.clz32(left & -left);
      left &= left - 1;
      const bin = codes[row];
      counts[bin]++;
      if (bin === binCount) continue;
      const value = values[row];
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  extent[0] = least;
  extent[1] = most;
}
