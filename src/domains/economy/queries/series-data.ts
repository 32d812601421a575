import { firstWhere } from "../../../runtime/first-where.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import type { SeriesDataQuery } from "../rules.ts";
import { type EconomicSeries, type SeriesStore, seriesNumber } from "./series-store.ts";
import { firstPublished, knownOn, type Vintages } from "./vintages.ts";

/** One series, of which the observations from `first` on are asked for: the newest in range, never none. */
export interface SeriesData {
  readonly series: EconomicSeries;
  /** Series number. */
  readonly number: number;
  /** All observations of the series, oldest first. */
  readonly dayNumbers: Int32Array;
  readonly values: Float64Array;
  readonly first: number;
}

/** A series of which nothing is known to have been published by a day. */
export interface SeriesNotKnown {
  readonly seriesKey: string;
  /** YYYY-MM-DD; "" when the day of no publication is known. */
  readonly firstPublished: string;
}

/** The known series that have an observation in range, in key order. */
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

/** The same of a day, with the series of which nothing was known then. */
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
  return {
    seriesKey,
    firstPublished: vintages === undefined ? "" : dateOfDay(firstPublished(vintages)),
  };
}

type Observations = Pick<SeriesData, "dayNumbers" | "values">;

function observationsOf(store: SeriesStore, number: number): Observations {
  const [start, end] = [store.starts[number], store.starts[number + 1]];
  return { dayNumbers: store.dayNumbers.subarray(start, end), values: store.values.subarray(start, end) };
}

/** The first place of the newest observations wanted whose day is not before `startDay`, or their number. */
function firstOf({ dayNumbers }: Observations, { maxObservations, startDay }: SeriesDataQuery): number {
  const first = Math.max(0, dayNumbers.length - maxObservations);
  if (startDay === undefined) return first;
  return firstWhere(first, dayNumbers.length, (place) => dayNumbers[place] >= startDay);
}
