import { isMonthlyOrQuarterly } from "../../../../engine/statistics/base-correlations.ts";
import { fisherInterval } from "../../../../engine/statistics/fisher-interval.ts";
import type { LagCoefficient, LagPlan } from "../../../../engine/statistics/lag-correlations.ts";
import type { SeriesMatrix } from "../../../../engine/statistics/series-matrix.ts";
import type { SeriesStore } from "../series-store.ts";
import type { CorrelationRunner } from "./correlation-runner.ts";

export type SeriesTransform = "levels" | "year_on_year";

export interface CorrelateSeriesQuery {
  /** Unique keys; unknown and annual series are passed over. */
  readonly baseSeriesKeys: readonly string[];
  /** Empty = every monthly and quarterly series. */
  readonly overlaySeriesKeys: readonly string[];
  readonly transform: SeriesTransform;
  readonly minLagMonths: number;
  readonly maxLagMonths: number;
  readonly windowMonths: number;
  readonly minAbsR: number;
  readonly limit: number;
}

export interface SeriesLagCorrelation {
  readonly baseSeriesKey: string;
  readonly overlaySeriesKey: string;
  readonly r: number;
  readonly bestLagMonths: number;
  readonly n: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly lags: readonly LagCoefficient[];
  /** Day number. */
  readonly lastPeriod: number;
}

export interface CorrelateSeriesAnswer {
  /** |r| descending, then base key, then overlay key ascending. */
  readonly correlations: readonly SeriesLagCorrelation[];
  /** Pairs that satisfy minAbsR, before the limit. */
  readonly totalCount: number;
}

/** The query as series numbers. */
export function planCorrelateSeries(store: SeriesStore, query: CorrelateSeriesQuery): LagPlan {
  const { minLagMonths, maxLagMonths, windowMonths, minAbsR, limit } = query;
  const overlays =
    query.overlaySeriesKeys.length === 0
      ? usable(store, [...store.series.keys()])
      : usable(store, numbersOf(store, query.overlaySeriesKeys));
  const bases = usable(store, numbersOf(store, query.baseSeriesKeys));
  return { bases, overlays, minLagMonths, maxLagMonths, windowMonths, minAbsR, limit };
}

/** How the asked series move together, each pair at its best lag. */
export async function correlateSeries(
  store: SeriesStore,
  matrix: SeriesMatrix,
  query: CorrelateSeriesQuery,
  run: CorrelationRunner,
  signal?: AbortSignal,
): Promise<CorrelateSeriesAnswer> {
  const { rows, totalCount } = await run(matrix, planCorrelateSeries(store, query), signal);
  const correlations = rows.map((row) => {
    const [ciLow, ciHigh] = fisherInterval(row.r, row.n);
    return {
      baseSeriesKey: store.series[row.base].seriesKey,
      overlaySeriesKey: store.series[row.overlay].seriesKey,
      r: row.r,
      bestLagMonths: row.bestLagMonths,
      n: row.n,
      ciLow,
      ciHigh,
      lags: row.lags,
      lastPeriod: row.lastPeriod,
    };
  });
  return { correlations, totalCount };
}

function numbersOf(store: SeriesStore, keys: readonly string[]): number[] {
  return keys.map((key) => store.numbers.get(key)).filter((number) => number !== undefined);
}

function usable(store: SeriesStore, numbers: readonly number[]): number[] {
  return numbers.filter((number) => isMonthlyOrQuarterly(store.series[number]));
}
