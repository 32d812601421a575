import type { Market } from "../../../engine/columns/market/market.ts";
import { addMonths } from "../../../runtime/time/calendar-months.ts";
import { periodBefore } from "../periods.ts";
import type { TopShortsQuery } from "../rules.ts";

/** A code and the places of its history that are in the window. */
export interface ShortSeries {
  readonly code: number;
  /** Rows above 0 %, oldest first, as places of the history. */
  readonly places: Int32Array;
}

export type TopShorts = ReturnType<typeof topShorts>;

/** Codes by their newest row above 0 % of the past month, ordinary lines only: percent descending, then code. */
export function shortRanking({ positions, securities }: Market): number[] {
  const newest = positions.newestDay;
  if (newest === undefined) return [];
  const since = addMonths(newest, -1);
  const ranked: { code: number; percent: number }[] = [];
  for (let code = 0; code < securities.codes.length; code++) {
    const [from, to] = positions.placesOf(code);
    for (let place = to - 1; place >= from && positions.dayAt(place) > since; place--) {
      const row = positions.rowAt(place);
      const percent = positions.percent.at(row);
      if (!(percent > 0)) continue;
      if (positions.typeOf(row) === "ordinary") ranked.push({ code, percent });
      break;
    }
  }
  return ranked.sort((a, b) => b.percent - a.percent || a.code - b.code).map(({ code }) => code);
}

/** The series of a page of the ranking, or of the named codes, and the offset of the next page. */
export function topShorts(market: Market, ranking: readonly number[], query: TopShortsQuery) {
  const { securities, positions } = market;
  const isNamed = query.productCodes.length > 0;
  const codes = isNamed
    ? query.productCodes.flatMap((code) => securities.numberOf(code) ?? [])
    : ranking.slice(query.offset, query.offset + query.limit);
  const since = periodBefore(positions.newestDay ?? 0, query.period);
  const series = codes.map((code): ShortSeries => ({ code, places: positions.shortedAfter(code, since) }));
  // A line needs two points, but a caller that names a code reads that it has none.
  const fewest = isNamed || query.summaryOnly ? 0 : 2;
  return {
    series: series.filter(({ places }) => places.length >= fewest),
    nextOffset: isNamed ? query.offset : query.offset + codes.length,
  };
}
