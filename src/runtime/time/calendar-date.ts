/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** The day number (days since 1970-01-01) of a date written YYYY-MM-DD, or undefined when there is no such day. */
export function dayNumberOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // The 31st of February is either refused or moved to March, depending on the reader: both are no such day.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return undefined;
  return ms / DAY_MS;
}

/** Days since 1970-01-01 of a calendar date; month 13 is January of the next year, day 0 the last of the month before. */
export function dayNumber(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / DAY_MS);
}

/** Days from 1970 to 2099, which what is computed of a day is kept for: years of days are asked for over and over. */
export const KEPT_DAYS = 47_482;

/** Dates that were asked for. */
let dates: (string | undefined)[] | undefined;

/** The date of a day number, YYYY-MM-DD. */
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
