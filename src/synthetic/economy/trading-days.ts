import { isWeekend, regularHolidays } from "../../runtime/time/exchange-holidays.ts";
import { dateText, dayNumber } from "../calendar.ts";

const FIRST_DAY = dayNumber(2010, 6, 16);
/** Short positions are published with a delay, so the newest date is a week before the as-of. */
const LAST_DAY = dayNumber(2026, 11, 6);

/** Trading dates, oldest first: weekdays that are not a market holiday. */
export function tradingDays(): number[] {
  const holidays = new Set<number>();
  for (let year = 2010; year <= 2026; year++) for (const day of regularHolidays(year)) holidays.add(day);
  const days: number[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
    if (!isWeekend(day) && !holidays.has(day)) days.push(day);
  }
  return days;
}

/** The last trading day of each month among the days. */
export function monthEnds(days: readonly number[]): number[] {
  return days.filter((day, i) => i === days.length - 1 || monthOf(days[i + 1]) !== monthOf(day));
}

function monthOf(day: number): string {
  return dateText(day).slice(0, 7);
}
