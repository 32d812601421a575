const SYDNEY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Australia/Sydney",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The date in Sydney of an instant, YYYY-MM-DD; undefined when there is no such instant. */
export function sydneyDate(instant: string): string | undefined {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? undefined : SYDNEY.format(ms);
}
