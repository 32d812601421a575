/**
 * Writes the bin of each row to `codes`, or binCount for no bin, and the rows in each bin to `counts`
 * (binCount + 1 entries).
 *
 * `edges` are binCount + 1 ascending values. A value belongs to the last bin whose lower edge is <= the
 * value, and the last bin includes the last edge. Null, NaN and values outside the edges are in no bin. Codes
 * are bytes: binCount <= 255.
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
      // Arithmetic finds the bin up to rounding errors; the edges decide.
      bin = ((value - lo) * perUnit) | 0;
      if (bin > last) bin = last;
      while (bin < last && edges[bin + 1] <= value) bin++;
      while (edges[bin] > value) bin--;
    }
    codes[row] = bin;
    counts[bin]++;
  }
}
