import { isNull, type MetricColumn } from "../columns/column.ts";

/** Metrics that differ by powers of ten: compared on a log scale. */
const LOGARITHMIC: ReadonlySet<string> = new Set([
  "population",
  "market_cap",
  "latest_volume",
  "avg_volume_20d",
]);

/** Beyond this a suburb is inland, whether by 200 km or by 900. */
const FARTHEST_COAST_KM = 100;

export type ComparedValues = ReturnType<typeof comparedValues>;

/** A column's values as distances compare them; arbitrary for null. */
export function comparedValues(column: MetricColumn) {
  const { metric, values: raw } = column;
  /** Log scale for `LOGARITHMIC`, distance to the coast capped at 100 km, all else unchanged. */
  const values = new Float64Array(raw.length);
  for (let row = 0; row < raw.length; row++) values[row] = comparedValue(metric.key, raw[row]);
  return { values, deviation: deviationOf(column, values) };
}

function comparedValue(metricKey: string, value: number): number {
  if (LOGARITHMIC.has(metricKey)) return Math.log(Math.max(value, 1));
  if (metricKey === "distance_to_coast") return Math.min(value, FARTHEST_COAST_KM);
  return value;
}

/** Population standard deviation; 0 without data or if constant. */
function deviationOf(column: MetricColumn, values: Float64Array): number {
  const { metric, min, max } = column;
  if (min === undefined || max === undefined) return 0;
  // Equal values have none; rounding of their mean could leave a tiny one.
  if (comparedValue(metric.key, min) === comparedValue(metric.key, max)) return 0;
  return standardDeviation(values, (row) => !isNull(column, row));
}

/** Population standard deviation of the rows for which `counts` is true; 0 if there are none. */
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
