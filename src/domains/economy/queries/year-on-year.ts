import type { SeriesMatrix } from "../../../engine/statistics/series-matrix.ts";

/**
 * The changes of each series over 12 calendar months, in percent of the earlier value's size. A month whose earlier
 * value is missing or 0 is a gap.
 */
export function yearOnYear(levels: SeriesMatrix): SeriesMatrix {
  const { seriesCount, monthCount, values } = levels;
  const changes = new Float64Array(new SharedArrayBuffer(values.byteLength)).fill(NaN);
  const lastMonths = new Int32Array(new SharedArrayBuffer(levels.lastMonths.byteLength)).fill(-1);
  for (let series = 0; series < seriesCount; series++) {
    const row = series * monthCount;
    for (let month = 12; month < monthCount; month++) {
      const earlier = values[row + month - 12];
      const change = (100 * (values[row + month] - earlier)) / Math.abs(earlier);
      if (!Number.isFinite(change)) continue;
      changes[row + month] = change;
      lastMonths[series] = month;
    }
  }
  return { ...levels, values: changes, lastMonths };
}
