import type { EconomicSeries, SeriesStore } from "./series-store.ts";

/** Exact values wanted; "" means no restriction. */
export interface SeriesFilter {
  readonly topic: string;
  readonly metric: string;
  readonly regionType: string;
  readonly regionCode: string;
  readonly product: string;
  readonly limit: number;
  /** Only series behind this key; "" means from the first. */
  readonly afterKey: string;
}

export interface ListedSeries {
  /** Numbers of the series, which are in key order. */
  readonly numbers: readonly number[];
  /** Series that match, listed or not. */
  readonly total: number;
}

/** The first series behind a key that match every given value, and how many match in all. */
export function listSeries(store: SeriesStore, filter: SeriesFilter): ListedSeries {
  const numbers: number[] = [];
  let total = 0;
  for (let number = 0; number < store.series.length; number++) {
    if (!matches(store.series[number], filter)) continue;
    total++;
    if (numbers.length < filter.limit && store.series[number].seriesKey > filter.afterKey)
      numbers.push(number);
  }
  return { numbers, total };
}

function matches(entry: EconomicSeries, filter: SeriesFilter): boolean {
  return (
    (filter.topic === "" || entry.topic === filter.topic) &&
    (filter.metric === "" || entry.metric === filter.metric) &&
    (filter.regionType === "" || entry.regionType === filter.regionType) &&
    (filter.regionCode === "" || entry.regionCode === filter.regionCode) &&
    (filter.product === "" || entry.product === filter.product)
  );
}
