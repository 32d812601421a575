import { dateOfText } from "../series/period.ts";

const SYDNEY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Australia/Sydney",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** Date in Sydney, YYYY-MM-DD; undefined for an invalid instant or a year without four digits. */
export function sydneyDate(instant: string): string | undefined {
  const ms = Date.parse(instant);
  // Date.parse would accept 30 February as a day of March.
  if (Number.isNaN(ms) || dateOfText(instant.slice(0, 10)) === undefined) return undefined;
  return dateOfText(SYDNEY.format(ms));
}
