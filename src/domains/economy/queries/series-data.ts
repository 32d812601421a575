import { seriesNumber } from "./renamed-keys.ts";
import type { EconomicSeries, SeriesStore } from "./series-store.ts";

export interface SeriesDataQuery {
  /** Unique keys; unknown ones are passed over. */
  readonly seriesKeys: readonly string[];
  /** First day number wanted; undefined from the beginning. */
  readonly startDay: number | undefined;
  readonly maxObservations: number;
}

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

/** The known series that have an observation in range, in key order. */
export function seriesData(store: SeriesStore, query: SeriesDataQuery): SeriesData[] {
  const numbers = query.seriesKeys.map((key) => seriesNumber(store, key));
  return [...new Set(numbers.filter((number) => number !== undefined))]
    .sort((a, b) => a - b)
    .map((number) => newestOf(store, number, query))
    .filter((data) => data.first < data.values.length);
}

function newestOf(store: SeriesStore, number: number, query: SeriesDataQuery): SeriesData {
  const start = store.starts[number];
  const end = store.starts[number + 1];
  const newest = Math.max(start, end - query.maxObservations);
  const from = query.startDay === undefined ? newest : firstFrom(store, newest, end, query.startDay);
  return {
    series: store.series[number],
    number,
    dayNumbers: store.dayNumbers.subarray(start, end),
    values: store.values.subarray(start, end),
    first: from - start,
  };
}

/** The first place from `start` on whose day is not before `startDay`, or `end`. */
function firstFrom(store: SeriesStore, start: number, end: number, startDay: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (store.dayNumbers[middle] < startDay) low = middle + 1;
    else high = middle;
  }
  return low;
}
