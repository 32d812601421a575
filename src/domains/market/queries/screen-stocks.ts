import type { ScreenQuery } from "../screener-rules.ts";
import type { Market } from "./market.ts";
import type { Screener } from "./screener.ts";

export interface Screened {
  /** Places of the screener, in the order asked for. */
  readonly places: Int32Array;
  readonly totalCount: number;
}

/** The stocks that pass every filter: a scan a range, the next over what the last one left. */
export function screenStocks(market: Market, screener: Screener, query: ScreenQuery): Screened {
  const { columns, codes } = screener;
  let places = new Int32Array(screener.count);
  for (let i = 0; i < places.length; i++) places[i] = i;
  for (const { column, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } of query.ranges) {
    const values = columns[column];
    let kept = 0;
    for (const place of places) {
      const value = values[place];
      if (value >= least && value <= most) places[kept++] = place;
    }
    places = places.subarray(0, kept);
  }
  if (query.industries.length > 0) {
    const industries = new Set(query.industries);
    places = places.filter((place) => industries.has(market.securities.all[codes[place]].industry));
  }
  if (query.codes.length > 0) {
    const wanted = new Set(query.codes);
    places = places.filter((place) => wanted.has(market.securities.codes[codes[place]]));
  }
  const values = columns[query.sortColumn];
  const sign = query.ascending ? 1 : -1;
  const ordered = places.sort((a, b) => sign * (values[a] - values[b]) || a - b);
  return {
    places: ordered.subarray(query.offset, query.offset + query.limit),
    totalCount: ordered.length,
  };
}
