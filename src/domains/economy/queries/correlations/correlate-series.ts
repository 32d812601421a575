import { isMonthlyOrQuarterly } from "../../../../engine/statistics/base-correlations.ts";
import type { LagPlan } from "../../../../engine/statistics/lag-correlations.ts";
import type { MatrixRow, SeriesMatrix } from "../../../../engine/statistics/series-matrix.ts";
import { seriesNumber } from "../renamed-keys.ts";
import type { SeriesStore } from "../series-store.ts";
import type { PlannedSeries, SeriesTransform } from "./planned-series.ts";
import { isStockKey, type StockSeries } from "./stock-series.ts";

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

/** What is read of a snapshot to plan a query. */
export interface PlanSources {
  readonly store: SeriesStore;
  /** Changes over a year of all series of the store. */
  changes(): Promise<SeriesMatrix>;
  /** Asked for only when a key names a stock. */
  stocks(): Promise<StockSeries>;
}

/** A query as series numbers, which are in the order of keys, and the series that they number. */
export interface PlannedCorrelations {
  readonly series: PlannedSeries;
  readonly plan: LagPlan;
  /** Keys of the plan's series by their numbers. */
  readonly seriesKeys: ReadonlyMap<number, string>;
}

/** The plan of a query. */
export async function planCorrelateSeries(
  sources: PlanSources,
  query: CorrelateSeriesQuery,
  signal?: AbortSignal,
): Promise<PlannedCorrelations> {
  const { store, changes } = sources;
  const asked = [...query.baseSeriesKeys, ...query.overlaySeriesKeys];
  if (asked.some((key) => isStock(store, key))) return planWithStocks(sources, query, signal);
  const plan = {
    ...limitsOf(query),
    bases: usable(store, numbersOf(store, query.baseSeriesKeys)),
    overlays: usable(
      store,
      query.overlaySeriesKeys.length === 0
        ? [...store.series.keys()]
        : numbersOf(store, query.overlaySeriesKeys),
    ),
  };
  const seriesKeys = new Map(
    [...plan.bases, ...plan.overlays].map((number) => [number, store.series[number].seriesKey]),
  );
  return { series: query.transform === "levels" ? store.levels : await changes(), plan, seriesKeys };
}

/** The same with stocks among the keys: they become rows next to those that are asked for of the catalogue. */
async function planWithStocks(
  { store, stocks }: PlanSources,
  query: CorrelateSeriesQuery,
  signal: AbortSignal | undefined,
): Promise<PlannedCorrelations> {
  const picked = new Map<string, MatrixRow>();
  const keep = (numbers: readonly number[]) =>
    usable(store, numbers).map((number) => {
      const { seriesKey } = store.series[number];
      picked.set(seriesKey, { matrix: store.levels, row: number });
      return seriesKey;
    });
  const pick = async (keys: readonly string[], field: string) => {
    const named = keys.filter((key) => isStock(store, key));
    const rows = await (await stocks()).rowsOf(named, field, signal);
    named.forEach((key, at) => {
      picked.set(key, rows[at]);
    });
    return [...keep(numbersOf(store, keys)), ...named];
  };
  const bases = await pick(query.baseSeriesKeys, "base_series_keys");
  const overlays =
    query.overlaySeriesKeys.length === 0
      ? keep([...store.series.keys()])
      : await pick(query.overlaySeriesKeys, "overlay_series_keys");
  const keys = [...picked.keys()].sort();
  const places = new Map(keys.map((key, place) => [key, place]));
  return {
    series: { picked: keys.map((key) => picked.get(key)!), transform: query.transform },
    plan: {
      ...limitsOf(query),
      bases: bases.map((key) => places.get(key)!),
      overlays: overlays.map((key) => places.get(key)!),
    },
    seriesKeys: new Map(keys.map((key, place) => [place, key])),
  };
}

function limitsOf({ minLagMonths, maxLagMonths, windowMonths, minAbsR, limit }: CorrelateSeriesQuery) {
  return { minLagMonths, maxLagMonths, windowMonths, minAbsR, limit };
}

/** Whether a key names a stock and not a series of the catalogue. */
function isStock(store: SeriesStore, key: string): boolean {
  return isStockKey(key) && seriesNumber(store, key) === undefined;
}

function numbersOf(store: SeriesStore, keys: readonly string[]): number[] {
  const numbers = keys.map((key) => seriesNumber(store, key));
  return [...new Set(numbers.filter((number) => number !== undefined))];
}

function usable(store: SeriesStore, numbers: readonly number[]): number[] {
  return numbers.filter((number) => isMonthlyOrQuarterly(store.series[number]));
}
