import type { Market } from "../../../engine/columns/market/market.ts";
import { firstWhere } from "../../../runtime/first-where.ts";
import type { DatesQuery, MarketDayQuery } from "../rules.ts";

/** The rows of a report in response order, and the days of the previous and next report. */
export function marketDay(
  { positions }: Market,
  { date, includeZeroShortPositions, ordinaryOnly }: Omit<MarketDayQuery, "limit" | "offset">,
) {
  const { days, percent } = positions;
  const after = firstWhere(0, days.length, (place) => days[place] > date);
  const isReported = after > 0 && days[after - 1] === date;
  const [from, to] = isReported ? positions.rowsOfDay(after - 1) : [0, 0];
  // Rows descend by percentage, NaN last, so those to show come first.
  const isLeftOut = (row: number) =>
    !(includeZeroShortPositions ? percent.at(row) >= 0 : percent.at(row) > 0);
  const shown = Array.from({ length: firstWhere(from, to, isLeftOut) - from }, (_, i) => from + i);
  return {
    rows: ordinaryOnly ? shown.filter((row) => positions.typeOf(row) === "ordinary") : shown,
    previousDay: days[after - (isReported ? 2 : 1)] as number | undefined,
    nextDay: days[after] as number | undefined,
  };
}

/** Days with a report, newest first. */
export function availableDays({ positions: { days } }: Market, { limit, before }: DatesQuery): number[] {
  const end = before === undefined ? days.length : firstWhere(0, days.length, (i) => days[i] >= before);
  return Array.from(days.subarray(Math.max(0, end - limit), end)).reverse();
}
