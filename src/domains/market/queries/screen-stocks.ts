import type { ScreenQuery } from "../screener-rules.ts";
import type { Market } from "./market.ts";
import type { Screener } from "./screener.ts";

export interface Screened {
  /** Places of the screener, in the order asked for. */
  readonly places: Int32Array;
  readonly totalCount: number;
}

/** The stocks that pass every filter: a scan a range over what the last one left, in the order asked for. */
export function screenStocks(market: Market, screener: Screener, query: ScreenQuery): Screened {
  const { columns, codes } = screener;
  const places = screener.ordered(query.sortColumn, query.ascending).slice();
  let count = places.length;
  const keep = (passes: (place: number) => boolean) => {
    let kept = 0;
    for (let i = 0; i < count; i++) if (passes(places[i])) places[kept++] = places[i];
    count = kept;
  };
  for (const { column, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } of query.ranges) {
    const values = columns[column];
    keep((place) => values[place] >= least && values[place] <= most);
  }
  if (query.industries.length > 0) {
    const industries = new Set(query.industries);
    keep((place) => industries.has(market.securities.all[codes[place]].industry));
  }
  if (query.codes.length > 0) {
    const wanted = new Set(query.codes);
    keep((place) => wanted.has(market.securities.codes[codes[place]]));
  }
  const end = Math.min(count, query.offset + query.limit);
  return { places: places.subarray(Math.min(query.offset, end), end), totalCount: count };
}
