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

/** Beyond this a suburb is inland, whether by 200 km or by 900. */
const FARTHEST_COAST_KM = 100;

/** The value as distances use it: residents on a logarithmic scale, the coast no further than 100 km. */
export function comparedValue(metricKey: string, value: number): number {
  if (metricKey === "population") return Math.log(Math.max(value, 1));
  if (metricKey === "distance_to_coast") return Math.min(value, FARTHEST_COAST_KM);
  return value;
}

/** Population standard deviation of a column's compared values; 0 without data or without variance. */
export function comparedDeviation(column: MetricColumn): number {
  const { key } = column.metric;
  if (column.min === undefined || column.max === undefined) return 0;
  // Equal values have no variance, whatever rounding would make of their mean.
  if (comparedValue(key, column.min) === comparedValue(key, column.max)) return 0;
  const n = column.values.length;
  let sum = 0;
  for (let row = 0; row < n; row++) if (!isNull(column, row)) sum += comparedValue(key, column.values[row]);
  const count = n - column.nullCount;
  const mean = sum / count;
  let squares = 0;
  for (let row = 0; row < n; row++) {
    if (!isNull(column, row)) squares += (comparedValue(key, column.values[row]) - mean) ** 2;
  }
  return Math.sqrt(squares / count);
}
