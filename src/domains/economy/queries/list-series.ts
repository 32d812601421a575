import type { EconomicSeries, SeriesStore } from "./series-store.ts";

/** Exact values wanted; "" means no restriction. */
export interface SeriesFilter {
  readonly topic: string;
  readonly metric: string;
  readonly regionType: string;
  readonly regionCode: string;
  readonly product: string;
  readonly limit: number;
}

/** Numbers of the first series, in key order, that match every given value. */
export function listSeries(store: SeriesStore, filter: SeriesFilter): number[] {
  const found: number[] = [];
  for (let number = 0; number < store.series.length && found.length < filter.limit; number++) {
    if (matches(store.series[number], filter)) found.push(number);
  }
  return found;
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
