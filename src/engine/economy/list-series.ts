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

/** The first catalogue entries, in key order, that match every given value. */
export function listSeries(store: SeriesStore, filter: SeriesFilter): EconomicSeries[] {
  const found: EconomicSeries[] = [];
  for (const entry of store.series) {
    if (found.length === filter.limit) break;
    if (matches(entry, filter)) found.push(entry);
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
