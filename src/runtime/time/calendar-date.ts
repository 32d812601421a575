export const DAY_MS = 86_400_000;

/** Day number (days since 1970-01-01) of a date as YYYY-MM-DD; undefined when it does not exist. */
export function dayNumberOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Date.parse rejects 31 February or moves it to March, depending on the engine: invalid either way.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return undefined;
  return ms / DAY_MS;
}

/** Day number of a calendar date; month 13 is January of the next year, day 0 the end of the last month. */
export function dayNumber(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / DAY_MS);
}

/** Number of days from 1970 to 2099, the size of caches by day. */
export const KEPT_DAYS = 47_482;

let dates: (string | undefined)[] | undefined;

export function dateOfDay(dayNumber: number): string {
  dates ??= new Array(KEPT_DAYS);
  const known = dates[dayNumber];
  if (known !== undefined) return known;
  const date = new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
  if (isKeptDay(dayNumber)) dates[dayNumber] = date;
  return date;
}

export function isKeptDay(dayNumber: number): boolean {
  return Number.isInteger(dayNumber) && dayNumber >= 0 && dayNumber < KEPT_DAYS;
}
