import { setImmediate as nextTurn } from "node:timers/promises";
import { isMonthlyOrQuarterly } from "../../../../engine/statistics/base-correlations.ts";
import type { LagPlan } from "../../../../engine/statistics/lag-correlations.ts";
import { monthOfDay } from "../../../../engine/statistics/series-alignment.ts";
import {
  type MatrixRow,
  type SeriesMatrix,
  seriesMatrix,
} from "../../../../engine/statistics/series-matrix.ts";
import { throwIfAborted } from "../../../../runtime/abort.ts";
import type { CorrelateSeriesQuery } from "../../rules.ts";
import { knownOn, notKnownYet, type SeriesNotKnown, type Vintages } from "../series-data.ts";
import { type SeriesStore, seriesNumber } from "../series-store.ts";
import { isStockKey, type StockSeries } from "./stock-series.ts";

/** Rows of cached matrices, copied when the plan runs: a queued plan holds no values. */
interface PickedSeries {
  readonly picked: readonly MatrixRow[];
  readonly transform: CorrelateSeriesQuery["transform"];
}

/** The series of a plan: a cached matrix, or rows for a matrix that is made for this plan only. */
export type PlannedSeries = SeriesMatrix | PickedSeries;

interface PlanSources {
  readonly store: SeriesStore;
  /** Year-on-year changes of all series of the store. */
  changes(): Promise<SeriesMatrix>;
  /** Called only if a key names a stock. */
  stocks(): Promise<StockSeries>;
  /** The vintages of a series, by its number. Called only with `asOf`. */
  vintagesOf(number: number): Vintages | undefined;
}

/** A query as series numbers, which are in key order, and the series that they index. */
export interface PlannedCorrelations {
  readonly series: PlannedSeries;
  readonly plan: LagPlan;
  readonly seriesKeys: ReadonlyMap<number, string>;
  /** Only keys from the request, in key order. */
  readonly notKnown: readonly SeriesNotKnown[];
}

export async function planCorrelateSeries(
  sources: PlanSources,
  query: CorrelateSeriesQuery,
  signal?: AbortSignal,
): Promise<PlannedCorrelations> {
  const { store, changes } = sources;
  const { baseSeriesKeys, overlaySeriesKeys, asOf } = query;
  const hasStocks = [...baseSeriesKeys, ...overlaySeriesKeys].some((key) => isStock(store, key));
  if (asOf !== undefined || hasStocks) return planOfPicked(sources, query, signal);
  const plan = {
    ...limitsOf(query),
    bases: usableOf(store, baseSeriesKeys),
    overlays: overlaySeriesKeys.length === 0 ? allUsable(store) : usableOf(store, overlaySeriesKeys),
  };
  const seriesKeys = new Map(
    [...plan.bases, ...plan.overlays].map((number) => [number, store.series[number].seriesKey]),
  );
  const series = query.transform === "levels" ? store.levels : await changes();
  return { series, plan, seriesKeys, notKnown: [] };
}

/** Series read between two yields to the event loop: about a millisecond. */
const SERIES_AT_ONCE = 32;

/**
 * The plan for stock keys or `asOf`, from rows picked one by one. With `asOf`, stocks and series with nothing
 * published by then are left out, and listed in `notKnown` if the request names them.
 */
async function planOfPicked(
  { store, stocks, vintagesOf }: PlanSources,
  query: CorrelateSeriesQuery,
  signal: AbortSignal | undefined,
): Promise<PlannedCorrelations> {
  const { asOf, overlaySeriesKeys } = query;
  const picked = new Map<string, MatrixRow>();
  const notKnown = new Map<string, SeriesNotKnown>();
  let found = 0;
  const keep = async (numbers: readonly number[], isNamed: boolean) => {
    const kept: string[] = [];
    for (const number of numbers) {
      const { seriesKey, frequency } = store.series[number];
      let row: MatrixRow | undefined = { matrix: store.levels, row: number };
      if (asOf !== undefined) {
        if (++found % SERIES_AT_ONCE === 0) {
          await nextTurn();
          throwIfAborted(signal);
        }
        const vintages = vintagesOf(number);
        row = rowKnownOn(vintages, asOf, frequency);
        if (row === undefined && isNamed)
          notKnown.set(seriesKey, notKnownYet(store.series[number], vintages));
      }
      if (row === undefined) continue;
      picked.set(seriesKey, row);
      kept.push(seriesKey);
    }
    return kept;
  };
  const pick = async (keys: readonly string[], field: string) => {
    const own = await keep(usableOf(store, keys), true);
    const named = keys.filter((key) => isStock(store, key));
    if (asOf !== undefined) {
      for (const seriesKey of named) notKnown.set(seriesKey, { seriesKey, firstPublished: "" });
      return own;
    }
    const rows = await (await stocks()).rowsOf(named, field, signal);
    for (const [at, key] of named.entries()) picked.set(key, rows[at]);
    return [...own, ...named];
  };
  const bases = await pick(query.baseSeriesKeys, "base_series_keys");
  const overlays =
    overlaySeriesKeys.length === 0
      ? await keep(allUsable(store), false)
      : await pick(overlaySeriesKeys, "overlay_series_keys");
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
    notKnown: [...notKnown.values()].sort((a, b) => (a.seriesKey < b.seriesKey ? -1 : 1)),
  };
}

/** The monthly values of a series known on a day; undefined if there are none. */
function rowKnownOn(vintages: Vintages | undefined, day: number, frequency: string): MatrixRow | undefined {
  const { dayNumbers, values } = knownOn(vintages, day);
  if (values.length === 0) return undefined;
  const months = Array.from(dayNumbers, monthOfDay);
  const observations = { seriesNumbers: new Uint8Array(months.length), months, values };
  return { matrix: seriesMatrix(observations, [frequency]), row: 0 };
}

function limitsOf({ minLagMonths, maxLagMonths, windowMonths, minAbsR, limit }: CorrelateSeriesQuery) {
  return { minLagMonths, maxLagMonths, windowMonths, minAbsR, limit };
}

/** True for a key of a stock, unless a series of the catalogue has it. */
function isStock(store: SeriesStore, key: string): boolean {
  return isStockKey(key) && seriesNumber(store, key) === undefined;
}

/** The distinct numbers of the monthly and quarterly series among the keys. */
function usableOf(store: SeriesStore, keys: readonly string[]): number[] {
  const numbers = keys.map((key) => seriesNumber(store, key)).filter((number) => number !== undefined);
  return [...new Set(numbers)].filter((number) => isMonthlyOrQuarterly(store.series[number]));
}

const allUsable = ({ series }: SeriesStore) =>
  [...series.keys()].filter((i) => isMonthlyOrQuarterly(series[i]));
