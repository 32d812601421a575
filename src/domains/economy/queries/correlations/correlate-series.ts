import { isMonthlyOrQuarterly } from "../../../../engine/statistics/base-correlations.ts";
import type { LagPlan } from "../../../../engine/statistics/lag-correlations.ts";
import type { SeriesMatrix } from "../../../../engine/statistics/series-matrix.ts";
import { seriesNumber } from "../renamed-keys.ts";
import type { SeriesStore } from "../series-store.ts";
import type { CorrelationRunner } from "./correlation-runner.ts";
import { type CorrelateSeriesAnswer, namedCorrelations } from "./named-correlations.ts";

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
  const answer = await run(matrix, planCorrelateSeries(store, query), signal);
  return namedCorrelations(answer, (number) => store.series[number].seriesKey);
}

function numbersOf(store: SeriesStore, keys: readonly string[]): number[] {
  const numbers = keys.map((key) => seriesNumber(store, key));
  return [...new Set(numbers.filter((number) => number !== undefined))];
}

function usable(store: SeriesStore, numbers: readonly number[]): number[] {
  return numbers.filter((number) => isMonthlyOrQuarterly(store.series[number]));
}
