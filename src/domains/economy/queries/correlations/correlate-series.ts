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

/** Rows of kept matrices, to be laid side by side when the plan is performed: one that waits holds no figures. */
interface PickedSeries {
  readonly picked: readonly MatrixRow[];
  readonly transform: CorrelateSeriesQuery["transform"];
}

/** The series that a plan is about: a matrix that is kept, or one to be made for the plan alone. */
export type PlannedSeries = SeriesMatrix | PickedSeries;

/** What is read of a snapshot to plan a query. */
interface PlanSources {
  readonly store: SeriesStore;
  /** Changes over a year of all series of the store. */
  changes(): Promise<SeriesMatrix>;
  /** Asked for only when a key names a stock. */
  stocks(): Promise<StockSeries>;
  /** The dated figures of a series, asked for only with `asOf`. */
  vintagesOf(number: number): Vintages | undefined;
}

/** A query as series numbers, which are in the order of keys, and the series that they number. */
export interface PlannedCorrelations {
  readonly series: PlannedSeries;
  readonly plan: LagPlan;
  /** Keys of the plan's series by their numbers. */
  readonly seriesKeys: ReadonlyMap<number, string>;
  /** Of the keys that were asked for, in key order. */
  readonly notKnown: readonly SeriesNotKnown[];
}

/** The plan of a query. */
export async function planCorrelateSeries(
  sources: PlanSources,
  query: CorrelateSeriesQuery,
  signal?: AbortSignal,
): Promise<PlannedCorrelations> {
  const { store, changes } = sources;
  const asked = [...query.baseSeriesKeys, ...query.overlaySeriesKeys];
  if (query.asOf !== undefined) return planAsOf(sources, { ...query, asOf: query.asOf }, signal);
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
  return {
    ...{ series: query.transform === "levels" ? store.levels : await changes(), plan, seriesKeys },
    notKnown: [],
  };
}

/** Series whose figures of a day are found before other calls have their turn: about a millisecond. */
const SERIES_AT_ONCE = 32;

/** The plan over what was known on a day. A series of which nothing was, and a stock, is not part of it. */
async function planAsOf(
  { store, vintagesOf }: PlanSources,
  query: CorrelateSeriesQuery & { readonly asOf: number },
  signal: AbortSignal | undefined,
): Promise<PlannedCorrelations> {
  const asked = [...query.baseSeriesKeys, ...query.overlaySeriesKeys];
  const bases = usable(store, numbersOf(store, query.baseSeriesKeys));
  const named = usable(store, numbersOf(store, query.overlaySeriesKeys));
  const overlays = query.overlaySeriesKeys.length > 0 ? named : usable(store, [...store.series.keys()]);
  const isNamed = new Set([...bases, ...named]);
  const picked = new Map<string, MatrixRow>();
  const notKnown: SeriesNotKnown[] = asked
    .filter((key) => isStock(store, key))
    .map((seriesKey) => ({ seriesKey, firstPublished: "" }));
  let found = 0;
  for (const number of new Set([...bases, ...overlays])) {
    if (++found % SERIES_AT_ONCE === 0) {
      await nextTurn();
      throwIfAborted(signal);
    }
    const vintages = vintagesOf(number);
    const { dayNumbers, values } = knownOn(vintages, query.asOf);
    const { seriesKey, frequency } = store.series[number];
    const months = Array.from(dayNumbers, monthOfDay);
    const observations = { seriesNumbers: new Uint8Array(months.length), months, values };
    if (months.length > 0) picked.set(seriesKey, { matrix: seriesMatrix(observations, [frequency]), row: 0 });
    else if (isNamed.has(number)) notKnown.push(notKnownYet(store.series[number], vintages));
  }
  const keysOf = (numbers: readonly number[]) =>
    numbers.map((number) => store.series[number].seriesKey).filter((key) => picked.has(key));
  return {
    ...pickedPlan(query, picked, keysOf(bases), keysOf(overlays)),
    notKnown: [...new Map(notKnown.map((one) => [one.seriesKey, one])).values()].sort((a, b) =>
      a.seriesKey < b.seriesKey ? -1 : 1,
    ),
  };
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
  return pickedPlan(query, picked, bases, overlays);
}

/** The plan over rows of several matrices. */
function pickedPlan(
  query: CorrelateSeriesQuery,
  picked: ReadonlyMap<string, MatrixRow>,
  bases: readonly string[],
  overlays: readonly string[],
): PlannedCorrelations {
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
    notKnown: [],
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
