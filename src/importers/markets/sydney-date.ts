import { dateOfText } from "../series/period.ts";

const SYDNEY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Australia/Sydney",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The date in Sydney of an instant, YYYY-MM-DD; undefined when there is no such instant, or no year of four digits. */
export function sydneyDate(instant: string): string | undefined {
  const ms = Date.parse(instant);
  // The 30th of February would be read as a day of March.
  if (Number.isNaN(ms) || dateOfText(instant.slice(0, 10)) === undefined) return undefined;
  return dateOfText(SYDNEY.format(ms));
}
