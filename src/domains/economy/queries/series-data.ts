import type { PageStore } from "../../../engine/pages/page-store.ts";
import { firstWhere } from "../../../runtime/first-where.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import { VINTAGE_ELEMENTS } from "../pages/index.ts";
import type { SeriesDataQuery, VintagesQuery } from "../rules.ts";
import { type EconomicSeries, type SeriesStore, seriesNumber } from "./series-store.ts";

/** One series; the observations from index `first` on were requested: the newest in range, at least one. */
export interface SeriesData {
  readonly series: EconomicSeries;
  /** Series number. */
  readonly number: number;
  /** All observations of the series, oldest first. */
  readonly dayNumbers: Int32Array;
  readonly values: Float64Array;
  readonly first: number;
}

/** A series without a known publication by the requested day. */
export interface SeriesNotKnown {
  readonly seriesKey: string;
  /** YYYY-MM-DD; "" if no publication date is known. */
  readonly firstPublished: string;
}

/** The requested series with an observation in range, in key order. Unknown keys are skipped. */
export function seriesData(
  store: SeriesStore,
  query: SeriesDataQuery,
  observations: (number: number) => Observations = (number) => observationsOf(store, number),
): SeriesData[] {
  const numbers = query.seriesKeys.map((key) => seriesNumber(store, key));
  return [...new Set(numbers.filter((number) => number !== undefined))]
    .sort((a, b) => a - b)
    .map((number) => {
      const own = observations(number);
      return { series: store.series[number], number, ...own, first: firstOf(own, query) };
    })
    .filter((data) => data.first < data.values.length);
}

/** Like seriesData, with the values known on `day`; `notKnown` lists the series that had none. */
export function seriesAsOf(
  store: SeriesStore,
  query: SeriesDataQuery,
  day: number,
  vintagesOf: (number: number) => Vintages | undefined,
): { found: SeriesData[]; notKnown: SeriesNotKnown[] } {
  const notKnown: SeriesNotKnown[] = [];
  const found = seriesData(store, query, (number) => {
    const vintages = vintagesOf(number);
    const known = knownOn(vintages, day);
    if (known.values.length === 0) notKnown.push(notKnownYet(store.series[number], vintages));
    return known;
  });
  return { found, notKnown };
}

export function notKnownYet({ seriesKey }: EconomicSeries, vintages: Vintages | undefined): SeriesNotKnown {
  return { seriesKey, firstPublished: vintages === undefined ? "" : dateOfDay(firstPublished(vintages)) };
}

type Observations = Pick<SeriesData, "dayNumbers" | "values">;

function observationsOf(store: SeriesStore, number: number): Observations {
  const [start, end] = [store.starts[number], store.starts[number + 1]];
  return { dayNumbers: store.dayNumbers.subarray(start, end), values: store.values.subarray(start, end) };
}

/** Index of the first of the newest `maxObservations` on or after `startDay`; the length if there is none. */
function firstOf({ dayNumbers }: Observations, { maxObservations, startDay }: SeriesDataQuery): number {
  const first = Math.max(0, dayNumbers.length - maxObservations);
  if (startDay === undefined) return first;
  return firstWhere(first, dayNumbers.length, (place) => dayNumbers[place] >= startDay);
}

/** Values with a known publication date, by period, then publication; each stored when first published. */
export interface Vintages {
  /** Day numbers. */
  readonly periods: Int32Array;
  readonly published: Int32Array;
  readonly values: Float64Array;
}

const PAGES = "series_vintages";

/** The vintages of a series; undefined if it has none, or if the snapshot is older than vintages. */
export function vintagesOf(pages: PageStore, number: number): Vintages | undefined {
  const page = pages.has(PAGES) ? pages.find(PAGES, String(number)) : undefined;
  if (page === undefined) return undefined;
  const bytes = (element: keyof typeof VINTAGE_ELEMENTS) => page.copied(VINTAGE_ELEMENTS[element]);
  return {
    periods: new Int32Array(bytes("periods")),
    published: new Int32Array(bytes("published")),
    values: new Float64Array(bytes("values")),
  };
}

/** The values known at the end of a day: the last one of each period published by then. */
export function knownOn(vintages: Vintages | undefined, day: number) {
  const { periods = [], published = [], values = [] } = vintages ?? {};
  const days: number[] = [];
  const figures: number[] = [];
  for (let at = 0; at < periods.length; at++) {
    if (published[at] > day) continue;
    if (days.at(-1) !== periods[at]) days.push(periods[at]);
    figures[days.length - 1] = values[at];
  }
  return { dayNumbers: Int32Array.from(days), values: Float64Array.from(figures) };
}

/** Day number of the first known publication. */
function firstPublished({ published }: Vintages): number {
  return published.reduce((first, day) => Math.min(first, day));
}

export interface PeriodVintages {
  /** Day number. */
  readonly period: number;
  /** In order of publication; each value differs from the one before. Never empty. */
  readonly figures: readonly { readonly published: number; readonly value: number }[];
}

/** Maximum figures of a response. A period that does not fit whole is left out, with all before it. */
const MAX_FIGURES = 10_000;

/** The newest periods of the window, oldest first, and how many periods the window has. */
export function triangleOf(
  vintages: Vintages | undefined,
  { startDay = -Infinity, endDay = Infinity, maxPeriods }: Omit<VintagesQuery, "seriesKey">,
): { periods: PeriodVintages[]; total: number } {
  const { periods = [], published = [], values = [] } = vintages ?? {};
  const found = new Map<number, { published: number; value: number }[]>();
  for (let at = 0; at < periods.length; at++) {
    const period = periods[at];
    if (period < startDay || period > endDay) continue;
    const figures = found.get(period) ?? [];
    found.set(period, figures);
    figures.push({ published: published[at], value: values[at] });
  }
  const newest: PeriodVintages[] = [];
  let figureCount = 0;
  for (const [period, figures] of [...found].reverse()) {
    figureCount += figures.length;
    if (newest.length === maxPeriods || figureCount > MAX_FIGURES) break;
    newest.push({ period, figures });
  }
  return { periods: newest.reverse(), total: found.size };
}
