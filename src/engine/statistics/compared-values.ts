import { isNull, type MetricColumn } from "../columns/column.ts";

/** Metrics whose sizes differ by powers of ten: they are compared on a logarithmic scale. */
const LOGARITHMIC: ReadonlySet<string> = new Set([
  "population",
  "market_cap",
  "latest_volume",
  "avg_volume_20d",
]);

/** Beyond this a suburb is inland, whether by 200 km or by 900. */
const FARTHEST_COAST_KM = 100;

export type ComparedValues = ReturnType<typeof comparedValues>;

/** A column's values as distances use them; the value of a null is arbitrary. */
export function comparedValues(column: MetricColumn) {
  const { metric, values: raw } = column;
  /** Residents, market values and volumes on a logarithmic scale, the coast no further than 100 km, all else as it is. */
  const values = new Float64Array(raw.length);
  for (let row = 0; row < raw.length; row++) values[row] = comparedValue(metric.key, raw[row]);
  return { values, deviation: deviationOf(column, values) };
}

function comparedValue(metricKey: string, value: number): number {
  if (LOGARITHMIC.has(metricKey)) return Math.log(Math.max(value, 1));
  if (metricKey === "distance_to_coast") return Math.min(value, FARTHEST_COAST_KM);
  return value;
}

/** Population standard deviation; 0 without data or without variance. */
function deviationOf(column: MetricColumn, values: Float64Array): number {
  const { metric, min, max } = column;
  if (min === undefined || max === undefined) return 0;
  // Equal values have no variance, whatever rounding would make of their mean.
  if (comparedValue(metric.key, min) === comparedValue(metric.key, max)) return 0;
  return standardDeviation(values, (row) => !isNull(column, row));
}

/** Population standard deviation of the values whose rows count; 0 when there are none. */
export function standardDeviation(values: Float64Array, counts: (row: number) => boolean): number {
  let count = 0;
  let sum = 0;
  for (let row = 0; row < values.length; row++) {
    if (!counts(row)) continue;
    count++;
    sum += values[row];
  }
  if (count === 0) return 0;
  const mean = sum / count;
  let squares = 0;
  for (let row = 0; row < values.length; row++) if (counts(row)) squares += (values[row] - mean) ** 2;
  return Math.sqrt(squares / count);
}
