import type { Market } from "../../../engine/columns/market/market.ts";
import { fullMask, isInMask } from "../../../engine/columns/ranked-column.ts";
import { countBits } from "../../../engine/kernels/count-bits.ts";
import type { ScreenQuery } from "../screener-rules.ts";
import type { Screener } from "./screener.ts";

/** The stocks that pass every filter, as bits of a mask; then the first of them in the order asked for. */
export function screenStocks(market: Market, screener: Screener, query: ScreenQuery) {
  const mask = fullMask(screener.count);
  for (const { column, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } of query.ranges)
    screener.ranked(column).keepRange(least, most, mask);
  if (query.industries.length > 0) keepIndustries(screener, query.industries, mask);
  if (query.codes.length > 0) keepCodes(market, screener, query.codes, mask);
  const totalCount = countBits(mask, screener.count);
  return {
    places: page(screener.ordered(query.sortColumn, query.ascending), mask, totalCount, query),
    totalCount,
  };
}

/** Places of one page, in their order; the look through the rest of the order ends with its last one. */
function page(
  order: Int32Array,
  mask: Uint32Array,
  totalCount: number,
  { offset, limit }: Pick<ScreenQuery, "offset" | "limit">,
): number[] {
  const places: number[] = [];
  const wanted = Math.min(limit, totalCount - offset);
  for (let i = 0, passed = 0; places.length < wanted; i++) {
    if (isInMask(mask, order[i]) && ++passed > offset) places.push(order[i]);
  }
  return places;
}

function keepIndustries(screener: Screener, names: readonly string[], mask: Uint32Array): void {
  const any = new Uint32Array(mask.length);
  for (const name of names) {
    const own = screener.placesOfIndustry(name);
    if (own !== undefined) for (let w = 0; w < any.length; w++) any[w] |= own[w];
  }
  for (let w = 0; w < any.length; w++) mask[w] &= any[w];
}

function keepCodes(market: Market, screener: Screener, codes: readonly string[], mask: Uint32Array): void {
  const any = new Uint32Array(mask.length);
  for (const code of codes) {
    const number = market.securities.numberOf(code);
    const place = number === undefined ? undefined : screener.placeOf(number);
    if (place !== undefined) any[place >>> 5] |= 1 << (place & 31);
  }
  for (let w = 0; w < any.length; w++) mask[w] &= any[w];
}
