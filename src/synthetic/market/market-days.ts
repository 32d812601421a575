import { monthEnds, tradingDays } from "../economy/trading-days.ts";

/** Sessions that have a report of their own at the end; before them only the last of each month has. */
const DAILY_SESSIONS = 260;
/** Sessions since the newest report, which is published with a delay. */
const SESSIONS_SINCE = 4;

/** Day numbers, oldest first. */
export interface MarketDays {
  /** Days with a report of short positions. */
  readonly reports: readonly number[];
  /** Days with prices: the same, and those since. */
  readonly sessions: readonly number[];
}

/** The days of a market: the first, month ends and a year of days, or every day since reports began. */
export function marketDays(isWhole: boolean): MarketDays {
  const days = tradingDays();
  const recent = days.slice(-DAILY_SESSIONS);
  const older = monthEnds(days).filter((day) => day < recent[0]);
  const reports = isWhole ? days : [days[0], ...older, ...recent];
  return { reports, sessions: [...reports, ...daysAfter(days[days.length - 1])] };
}

/** The newest report is of a Friday; the sessions since are Monday to Thursday. */
function daysAfter(friday: number): number[] {
  return Array.from({ length: SESSIONS_SINCE }, (_, i) => friday + 3 + i);
}
