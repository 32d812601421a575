/**
 * Fills `all` and `matches` with counts per bin: every row, and the rows whose bit is set in `words`, in one pass.
 *
 * Bins are of equal width over lo..hi (both finite, lo <= hi), closed below and open above, except the last, which
 * holds hi as well; when lo equals hi every value there is in bin 0. Both arrays have binCount + 1 entries, the last
 * of which counts nulls. A value outside lo..hi, or NaN, is in no bin.
 */
export function histogram(
  values: Float32Array,
  validity: Uint8Array | undefined,
  words: Uint32Array,
  n: number,
  lo: number,
  hi: number,
  binCount: number,
  matches: Uint32Array,
  all: Uint32Array,
): void {
  for (let bin = 0; bin <= binCount; bin++) {
    matches[bin] = 0;
    all[bin] = 0;
  }
  const width = hi - lo;
  const last = binCount - 1;
  for (let row = 0; row < n; row++) {
    let bin = binCount;
    if (validity === undefined || ((validity[row >>> 3] >>> (row & 7)) & 1) !== 0) {
      const value = values[row];
      if (!(value >= lo && value <= hi)) continue;
      bin = width === 0 ? 0 : Math.floor(((value - lo) / width) * binCount);
      if (bin > last) bin = last;
    }
    all[bin]++;
    matches[bin] += (words[row >>> 5] >>> (row & 31)) & 1;
  }
}
