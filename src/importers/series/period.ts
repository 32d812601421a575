import { badDataset } from "../../runtime/errors.ts";
import { dateOfDay, dayNumber, dayNumberOf } from "../../runtime/time/calendar-date.ts";

export type Frequency = "M" | "Q" | "H" | "A";

export const FREQUENCY_NAMES: Readonly<Record<Frequency, string>> = {
  M: "monthly",
  Q: "quarterly",
  H: "biannual",
  A: "annual",
};

const MONTHS_IN: Readonly<Record<Frequency, number>> = { M: 1, Q: 3, H: 6, A: 12 };
const MONTH_NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `Date.UTC` maps years 0 to 99 to 1900 to 1999; no publisher has figures before 1000. */
const FIRST_DAY = "1000-01-01";

/** Parses `2024-06-01`, `30/06/2024`, `04-Jan-2011` or `Jun-2024` (the first); none before the year 1000. */
export function dateOfText(text: string): string | undefined {
  const cell = text.trim();
  if (isKnown(cell)) return cell;
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell);
  if (slashes !== null) return known(slashes[3], slashes[2], slashes[1]);
  const named = /^(?:(\d{1,2})-)?([A-Za-z]{3})-(\d{4})$/.exec(cell);
  if (named === null) return undefined;
  const month = MONTH_NAMES.indexOf(named[2].toLowerCase()) + 1;
  return month === 0 ? undefined : known(named[3], String(month), named[1] ?? "1");
}

/** The first day written like "27 April 2023" in a string, YYYY-MM-DD. */
export function dayIn(text: string): string | undefined {
  const [, day, month, year] = /(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})/i.exec(text) ?? [];
  return day && dateOfText(`${day}-${month}-${year}`);
}

/** Numbers of a day such as 29 Dec in the previous, same and next year of `near`, where it exists. */
export function daysNear(day: string, month: string, near: number): number[] {
  const year = Number(dateOfDay(near).slice(0, 4));
  return [year - 1, year, year + 1].flatMap(
    (one) => dayNumberOf(dateOfText(`${day}-${month}-${one}`) ?? "") ?? [],
  );
}

/** The latest day; undefined if there is none. */
export function newestOf(days: readonly (string | undefined)[]): string | undefined {
  return days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
}

/** Throws `bad_dataset` for month-first dates: some would not parse, the others would be wrong days. */
export function refuseMonthFirst(path: string, cells: readonly string[]): void {
  const at = cells.findIndex((cell) => {
    const [, first, second] = /^\s*(\d{1,2})\/(\d{1,2})\/\d{4}\s*$/.exec(cell) ?? [];
    return Number(second) > 12 && Number(first) <= 12;
  });
  if (at < 0) return;
  throw badDataset(
    `${path}: the date "${cells[at].trim()}" has the month before the day; expected day/month/year in every row`,
  );
}

/** Last day of the date's month. For any day in June, that is the end of the June quarter. */
export function lastDayOf(date: string): string {
  const [year, month] = date.split("-").map(Number);
  return dateOfDay(dayNumber(year, month + 1, 0));
}

/** First day of the month, quarter, half-year or year that ends on the day. */
export function firstDayOf(lastDay: string, frequency: Frequency): string {
  const [year, month] = lastDay.split("-").map(Number);
  return dateOfDay(dayNumber(year, month - MONTHS_IN[frequency] + 1, 1));
}

/** Parses an SDMX period: `2024-Q2`, `2024-06`, `2024`. No weeks, half-years, days, or years below 1000. */
export function periodOfSdmx(text: string): { frequency: Frequency; lastDay: string } | undefined {
  if (text < FIRST_DAY.slice(0, 4)) return undefined;
  const quarter = /^(\d{4})-Q([1-4])$/.exec(text);
  if (quarter !== null) {
    return { frequency: "Q", lastDay: lastDayOf(known(quarter[1], String(Number(quarter[2]) * 3), "1")!) };
  }
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  if (month !== null) return { frequency: "M", lastDay: lastDayOf(`${text}-01`) };
  return /^\d{4}$/.test(text) ? { frequency: "A", lastDay: `${text}-12-31` } : undefined;
}

function known(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isKnown(date) ? date : undefined;
}

function isKnown(date: string): boolean {
  return date >= FIRST_DAY && dayNumberOf(date) !== undefined;
}
