import { isNull, type SuburbScope } from "../columns/column.ts";
import { comparedValue } from "./compared-values.ts";
import { smallestKeys } from "./smallest-keys.ts";

export interface SimilarRow {
  readonly position: number;
  /** Euclidean, in standard deviations. */
  readonly distance: number;
  /** One entry a compared metric, in their order. */
  readonly differences: readonly {
    readonly targetValue: number;
    readonly value: number;
    readonly scaledDifference: number;
  }[];
}

export interface SimilarAnswer {
  readonly rows: readonly SimilarRow[];
  readonly candidateCount: number;
  readonly excludedCount: number;
  readonly comparedMetrics: readonly number[];
  /** Asked for, but the target has no data. */
  readonly ignoredMetrics: readonly number[];
}

/** A suburb by its place in its own scope. */
export interface SimilarTarget {
  readonly scope: SuburbScope;
  readonly position: number;
}

/** One compared metric: the target's value, and how many compared units a standard deviation has. */
interface Comparison {
  readonly metric: number;
  readonly key: string;
  readonly targetValue: number;
  readonly target: number;
  readonly deviation: number;
}

/** The k candidates nearest to the target, nearest first, ties by position. The target is not a candidate. */
export function similarSuburbs(
  scope: SuburbScope,
  candidates: Uint32Array,
  target: SimilarTarget,
  metrics: readonly number[],
  k: number,
  deviationOf: (metric: number) => number,
): SimilarAnswer {
  const hasData = (metric: number) => !isNull(target.scope.columns[metric], target.position);
  const comparedMetrics = metrics.filter(hasData);
  const comparisons = comparedMetrics.map((metric): Comparison => {
    const column = target.scope.columns[metric];
    const { key } = column.metric;
    const targetValue = column.values[target.position];
    const deviation = deviationOf(metric);
    return { metric, key, targetValue, target: comparedValue(key, targetValue), deviation };
  });
  const compared = candidates.filter((row) => comparedMetrics.every((m) => !isNull(scope.columns[m], row)));
  const keys = Float64Array.from(compared, (row) => distanceOf(scope, comparisons, row));
  const places = comparisons.length === 0 ? [] : smallestKeys(keys, keys.length, k);
  const rows = Array.from(places, (place): SimilarRow => {
    const position = compared[place];
    const differences = comparisons.map((one) => ({
      targetValue: one.targetValue,
      value: scope.columns[one.metric].values[position],
      scaledDifference: scaledDifference(scope, one, position),
    }));
    return { position, distance: keys[place], differences };
  });
  return {
    rows,
    candidateCount: candidates.length,
    excludedCount: candidates.length - compared.length,
    comparedMetrics,
    ignoredMetrics: metrics.filter((metric) => !hasData(metric)),
  };
}

function distanceOf(scope: SuburbScope, comparisons: readonly Comparison[], row: number): number {
  let squares = 0;
  for (const one of comparisons) squares += scaledDifference(scope, one, row) ** 2;
  return Math.sqrt(squares);
}

function scaledDifference(
  scope: SuburbScope,
  { metric, key, target, deviation }: Comparison,
  row: number,
): number {
  return deviation === 0 ? 0 : (comparedValue(key, scope.columns[metric].values[row]) - target) / deviation;
}
