import { isNull, type MetricColumn } from "../columns/column.ts";

/** Metrics that are compared when none are named. */
export const DEFAULT_COMPARED_METRICS: readonly string[] = [
  "age",
  "income",
  "born_overseas",
  "amenity_density",
  "population",
  "distance_to_coast",
];

/** Metrics whose sizes differ by powers of ten: they are compared on a logarithmic scale. */
const LOGARITHMIC: ReadonlySet<string> = new Set([
  "population",
  "market_cap",
  "latest_volume",
  "avg_volume_20d",
]);

/** Beyond this a suburb is inland, whether by 200 km or by 900. */
const FARTHEST_COAST_KM = 100;

/** A column's values as distances use them; the value of a null is arbitrary. */
export interface ComparedValues {
  /** Residents, market values and volumes on a logarithmic scale, the coast no further than 100 km, all else as it is. */
  readonly values: Float64Array;
  /** Population standard deviation; 0 without data or without variance. */
  readonly deviation: number;
}

export function comparedValues(column: MetricColumn): ComparedValues {
  const { metric, values: raw } = column;
  const values = new Float64Array(raw.length);
  for (let row = 0; row < raw.length; row++) values[row] = comparedValue(metric.key, raw[row]);
  return { values, deviation: deviationOf(column, values) };
}

function comparedValue(metricKey: string, value: number): number {
  if (LOGARITHMIC.has(metricKey)) return Math.log(Math.max(value, 1));
  if (metricKey === "distance_to_coast") return Math.min(value, FARTHEST_COAST_KM);
  return value;
}

function deviationOf(column: MetricColumn, values: Float64Array): number {
  const { metric, min, max, nullCount } = column;
  if (min === undefined || max === undefined) return 0;
  // Equal values have no variance, whatever rounding would make of their mean.
  if (comparedValue(metric.key, min) === comparedValue(metric.key, max)) return 0;
  const count = values.length - nullCount;
  let sum = 0;
  for (let row = 0; row < values.length; row++) if (!isNull(column, row)) sum += values[row];
  const mean = sum / count;
  let squares = 0;
  for (let row = 0; row < values.length; row++) {
    if (!isNull(column, row)) squares += (values[row] - mean) ** 2;
  }
  return Math.sqrt(squares / count);
}
