import type { Market } from "../../../engine/columns/market/market.ts";
import { firstWhere } from "../../../runtime/first-where.ts";
import type { DatesQuery, MarketDayQuery } from "../rules.ts";

export type MarketDay = ReturnType<typeof marketDay>;

/** A page of a report. Its rows are in the order of the answer, so without a filter by kind the page is a stretch. */
export function marketDay({ positions }: Market, query: MarketDayQuery) {
  const { days, percent } = positions;
  const after = firstWhere(0, days.length, (place) => days[place] > query.date);
  const isReported = after > 0 && days[after - 1] === query.date;
  const [from, to] = isReported ? positions.rowsOfDay(after - 1) : [0, 0];
  // Percentages fall along the rows and missing ones are last: those to show are the first ones.
  const isLeftOut = (row: number) =>
    !(query.includeZeroShortPositions ? percent.at(row) >= 0 : percent.at(row) > 0);
  const end = firstWhere(from, to, isLeftOut);
  const page = { rows: [] as number[], totalCount: 0 };
  if (query.ordinaryOnly) {
    for (let row = from; row < end; row++) {
      if (positions.typeOf(row) !== "ordinary") continue;
      const place = page.totalCount++ - query.offset;
      if (place >= 0 && place < query.limit) page.rows.push(row);
    }
  } else {
    page.totalCount = end - from;
    const last = Math.min(end, from + query.offset + query.limit);
    for (let row = from + query.offset; row < last; row++) page.rows.push(row);
  }
  const previousDay: number | undefined = days[after - (isReported ? 2 : 1)];
  const nextDay: number | undefined = days[after];
  return { ...page, previousDay, nextDay };
}

/** Days with a report, newest first. */
export function availableDays({ positions: { days } }: Market, { limit, before }: DatesQuery): number[] {
  const end = before === undefined ? days.length : firstWhere(0, days.length, (i) => days[i] >= before);
  return Array.from(days.subarray(Math.max(0, end - limit), end)).reverse();
}
