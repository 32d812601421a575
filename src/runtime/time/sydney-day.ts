import { dayNumberOf } from "./calendar-date.ts";

const MS_AN_HOUR = 3_600_000;
/** Made with the first day that is asked for: to load the time zones takes longer than many a module. */
let format: Intl.DateTimeFormat | undefined;
let lastHour = Number.NaN;
let lastDay = 0;

/**
 * The day number of the calendar date in Sydney, where the exchange is, at an instant. Days begin on a whole hour of UTC
 * there, so the answer is kept for the hour: every call that may be answered from a cache asks for it.
 */
export function sydneyDay(instant: Date): number {
  const hour = Math.floor(instant.getTime() / MS_AN_HOUR);
  if (hour !== lastHour) {
    format ??= new Intl.DateTimeFormat("en-CA", {
      timeZone: "Australia/Sydney",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    lastDay = dayNumberOf(`${parts.year}-${parts.month}-${parts.day}`)!;
    lastHour = hour;
  }
  return lastDay;
}
