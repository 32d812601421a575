/**
 * Fills `codes` with the bin of each row, binCount where there is none, and `counts`, which has binCount + 1 entries,
 * with the rows of each.
 *
 * `edges` are binCount + 1 ascending values; a value is in the last bin whose lower edge is at or below it, so the last
 * edge belongs to the last bin. Nulls, NaN and values outside the edges are in no bin. Codes are bytes, so binCount is at
 * most 255.
 */
export function binRows(
  values: Float32Array,
  validity: Uint8Array | undefined,
  n: number,
  edges: Float32Array,
  binCount: number,
  codes: Uint8Array,
  counts: Uint32Array,
): void {
  for (let bin = 0; bin <= binCount; bin++) counts[bin] = 0;
  const lo = edges[0];
  const hi = edges[binCount];
  const last = binCount - 1;
  const perUnit = hi > lo ? binCount / (hi - lo) : 0;
  for (let row = 0; row < n; row++) {
    const value = values[row];
    const isValid = validity === undefined || ((validity[row >>> 3] >>> (row & 7)) & 1) !== 0;
    let bin = binCount;
    if (isValid && value >= lo && value <= hi) {
      // Arithmetic finds the bin to within rounding; the edges decide.
      bin = ((value - lo) * perUnit) | 0;
      if (bin > last) bin = last;
      while (bin < last && edges[bin + 1] <= value) bin++;
      while (edges[bin] > value) bin--;
    }
    codes[row] = bin;
    counts[bin]++;
  }
}
