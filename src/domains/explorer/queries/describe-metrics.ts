import { isNull, type MetricColumn, type SuburbScope } from "../../../engine/columns/column.ts";
import { type RowOrder, rowOrderer } from "../../../engine/statistics/order-rows.ts";

/** Percentile `q` (0 to 1) of the first `count` ascending values, interpolated linearly; undefined for 0. */
export function quantile(sorted: ArrayLike<number>, count: number, q: number): number | undefined {
  if (count === 0) return undefined;
  const rank = q * (count - 1);
  const below = Math.floor(rank);
  const share = rank - below;
  const lower = sorted[below];
  if (share === 0) return lower;
  const upper = sorted[below + 1];
  // Also covers equal infinities, for which Infinity - Infinity would be NaN.
  if (lower === upper) return lower;
  return share === 0.5 ? (lower + upper) / 2 : lower + (upper - lower) * share;
}

export interface MetricDistribution {
  readonly dataCount: number;
  /** Undefined for categorical metrics and without data. */
  readonly range:
    | { readonly min: number; readonly max: number; readonly quantiles: ReturnType<typeof quantilesOf> }
    | undefined;
  /** Rows by label; empty for numeric metrics. */
  readonly categoryCounts: readonly number[];
}

/** Distributions of all metrics, in registry order. Sorts every numeric column, so cache the result. */
export function describeMetrics(scope: SuburbScope): MetricDistribution[] {
  const orderOf = rowOrderer(scope.index.n);
  return scope.columns.map((column) => {
    const dataCount = scope.index.n - column.nullCount;
    if (column.metric.kind === "categorical") {
      return { dataCount, range: undefined, categoryCounts: countLabels(column) };
    }
    const { min, max } = column;
    if (min === undefined || max === undefined) return { dataCount, range: undefined, categoryCounts: [] };
    const quantiles = quantilesOf(sortedValues(column, orderOf(column)));
    return { dataCount, range: { min, max, quantiles }, categoryCounts: [] };
  });
}

function countLabels(column: MetricColumn): number[] {
  const counts = new Array<number>(column.metric.categories.length).fill(0);
  for (let row = 0; row < column.values.length; row++) if (!isNull(column, row)) counts[column.values[row]]++;
  return counts;
}

function sortedValues({ values }: MetricColumn, { rows, count }: RowOrder): Float32Array {
  const sorted = new Float32Array(count);
  for (let rank = 0; rank < count; rank++) sorted[rank] = values[rows[rank]];
  return sorted;
}

function quantilesOf(sorted: Float32Array) {
  const at = (q: number) => Math.fround(quantile(sorted, sorted.length, q)!);
  return { p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95) };
}
