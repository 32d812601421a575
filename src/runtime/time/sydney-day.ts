import { dayNumberOf } from "./calendar-date.ts";

const MS_AN_HOUR = 3_600_000;
/** Created on first use: loading the time zones takes longer than many modules. */
let format: Intl.DateTimeFormat | undefined;
let lastHour = Number.NaN;
let lastDay = 0;

/** Day number of an instant in Sydney, where the exchange is. Cached by UTC hour, at which its days begin. */
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
