/**
 * Fills `all` and `matches` with counts per bin: every row, and the rows whose bit is set in `words`, in one pass, and
 * `extent` with the smallest and largest value of the matches (Infinity and -Infinity without one).
 *
 * `edges` are binCount + 1 ascending values; a value is in the last bin whose lower edge is at or below it, so the last
 * edge belongs to the last bin. Both count arrays have binCount + 1 entries, the last of which counts nulls. A value
 * outside the edges, or NaN, is in no bin.
 */
export function histogram(
  values: Float32Array,
  validity: Uint8Array | undefined,
  words: Uint32Array,
  n: number,
  edges: Float32Array,
  binCount: number,
  matches: Uint32Array,
  all: Uint32Array,
  extent: Float32Array,
): void {
  for (let bin = 0; bin <= binCount; bin++) {
    matches[bin] = 0;
    all[bin] = 0;
  }
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const lo = edges[0];
  const hi = edges[binCount];
  const last = binCount - 1;
  const perUnit = hi > lo ? binCount / (hi - lo) : 0;
  for (let row = 0; row < n; row++) {
    const isMatch = (words[row >>> 5] >>> (row & 31)) & 1;
    if (validity !== undefined && ((validity[row >>> 3] >>> (row & 7)) & 1) === 0) {
      all[binCount]++;
      matches[binCount] += isMatch;
      continue;
    }
    const value = values[row];
    if (!(value >= lo && value <= hi)) continue;
    // Arithmetic finds the bin to within rounding; the edges decide.
    let bin = ((value - lo) * perUnit) | 0;
    if (bin > last) bin = last;
    while (bin < last && edges[bin + 1] <= value) bin++;
    while (edges[bin] > value) bin--;
    all[bin]++;
    if (isMatch === 0) continue;
    matches[bin]++;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  extent[0] = least;
  extent[1] = most;
}
