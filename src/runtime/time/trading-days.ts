import { remembered } from "../lazy.ts";
import { dateOfDay, isKeptDay, KEPT_DAYS } from "./calendar-date.ts";
import { exchangeHolidays, isWeekend } from "./exchange-holidays.ts";

/** Trading days between a report's date and its publication; the date itself is not counted. */
export const PUBLICATION_LAG_TRADING_DAYS = 4;

const holidaysOfYear = new Map<number, ReadonlySet<number>>();

/** True from Monday to Friday outside the exchange's holidays. */
export function isTradingDay(day: number): boolean {
  return !isWeekend(day) && !holidaysIn(Number(dateOfDay(day).slice(0, 4))).has(day);
}

/** By day, the day on which a report about it is known; 0 where nobody asked yet. */
let availableDays: Int32Array | undefined;

/** The day on which a report about `day` is known: the fourth trading day after it. */
export function availableFrom(day: number): number {
  if (!isKeptDay(day)) return countedOn(day);
  availableDays ??= new Int32Array(KEPT_DAYS);
  availableDays[day] ||= countedOn(day);
  return availableDays[day];
}

function countedOn(day: number, isCounted = isTradingDay): number {
  let at = day;
  for (let counted = 0; counted < PUBLICATION_LAG_TRADING_DAYS; ) if (isCounted(++at)) counted++;
  return at;
}

/** The first day on which a report about `day` can be out: the fourth weekday after it, were none a holiday. */
export function earliestAvailable(day: number): number {
  return countedOn(day, (at) => !isWeekend(at));
}

/** True when a report about `day` could be read on `asOf`. Tells nothing about later revisions. */
export function wasKnownOn(day: number, asOf: number): boolean {
  return availableFrom(day) <= asOf;
}

function holidaysIn(year: number): ReadonlySet<number> {
  return remembered(holidaysOfYear, year, () => new Set(exchangeHolidays(year)));
}
