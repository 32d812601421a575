import { dateOfDay, dayNumber } from "../runtime/time/calendar-date.ts";

export { dateOfDay as dateText, dayNumber };

/** "Now" in the whole dataset. */
export const AS_OF = "2026-11-13T14:00:00Z";
export const AS_OF_DAY = dayNumber(2026, 11, 13);
/** Minute of AS_OF_DAY at AS_OF; later sweeps of that day have not happened yet. */
export const AS_OF_MINUTE = 14 * 60;
/** First day of the crawl: no listing or event is older. */
export const CRAWL_START_DAY = dayNumber(2026, 7, 14);

/** Day number of a month's last day; months below 1 or above 12 roll over to other years. */
export function monthEnd(year: number, month: number): number {
  return dayNumber(year, month + 1, 0);
}

/** Last days of the quarters from 2002 to the newest published one. */
export const QUARTER_ENDS: readonly string[] = Array.from({ length: 99 }, (_, quarter) =>
  dateOfDay(monthEnd(2002, 3 * quarter + 3)),
);

/** First days of the months from January of `firstYear` up to `last`. */
export function monthStarts(firstYear: number, last: string): string[] {
  const out: string[] = [];
  for (let i = 0; ; i++) {
    const text = `${firstYear + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}-01`;
    if (text > last) return out;
    out.push(text);
  }
}
