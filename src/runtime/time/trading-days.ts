import { remembered } from "../lazy.ts";
import { dateOfDay, isKeptDay, KEPT_DAYS } from "./calendar-date.ts";
import { exchangeHolidays, isWeekend } from "./exchange-holidays.ts";

/** Trading days from a report's date to its publication, not counting the date itself. */
export const PUBLICATION_LAG_TRADING_DAYS = 4;

const holidaysOfYear = new Map<number, ReadonlySet<number>>();

export function isTradingDay(day: number): boolean {
  return !isWeekend(day) && !holidaysIn(Number(dateOfDay(day).slice(0, 4))).has(day);
}

/** Cached `availableFrom` by day number; 0 when not computed. */
let availableDays: Int32Array | undefined;

/** The day on which a report about `day` is published: the fourth trading day after it. */
export function availableFrom(day: number): number {
  if (!isKeptDay(day)) return afterLag(day);
  availableDays ??= new Int32Array(KEPT_DAYS);
  availableDays[day] ||= afterLag(day);
  return availableDays[day];
}

function afterLag(day: number, isCounted = isTradingDay): number {
  let at = day;
  for (let counted = 0; counted < PUBLICATION_LAG_TRADING_DAYS; ) if (isCounted(++at)) counted++;
  return at;
}

/** A lower bound of `availableFrom`: the fourth weekday after the day, holidays ignored. */
export function earliestAvailable(day: number): number {
  return afterLag(day, (at) => !isWeekend(at));
}

/** True when a report about `day` was published by `asOf`. Does not consider later revisions. */
export function wasKnownOn(day: number, asOf: number): boolean {
  return availableFrom(day) <= asOf;
}

function holidaysIn(year: number): ReadonlySet<number> {
  return remembered(holidaysOfYear, year, () => new Set(exchangeHolidays(year)));
}
