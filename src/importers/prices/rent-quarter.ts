import type { SheetCell } from "../run/import-file.ts";
import { dateOfText, lastDayOf } from "../series/period.ts";

/** Rows above the table that are searched for a title. */
const TITLE_ROWS = 20;

const DAY = /(\d{1,2})(?:st|nd|rd|th)? ([A-Z][a-z]{2})[a-z]* (\d{4})/g;
const MONTH = /\b([A-Z][a-z]{2})[a-z]*\.?(?: quarter)?,? (\d{4})/gi;

/**
 * Last day of the quarter that a report is about, from its title: "1 October 2021 - 31 December 2021" is the December
 * quarter, for a range ends with its last day; "June Quarter 2010" and "April - June 2010" are the June quarter. Without
 * a title, by the name: `…_2010-06.xls`. Undefined when neither ends with the last month of a quarter.
 */
export function rentQuarter(rows: readonly (readonly SheetCell[])[], fileName: string): string | undefined {
  const titles = rows
    .slice(0, TITLE_ROWS)
    .flat()
    .filter((cell) => typeof cell === "string" && /rent|quarter|bond/i.test(cell)) as string[];
  for (const pattern of [DAY, MONTH]) {
    for (const title of titles) {
      const last = [...title.matchAll(pattern)].at(-1);
      const [day, month, year] = pattern === DAY ? (last ?? []).slice(1) : ["1", ...(last ?? []).slice(1)];
      const date = last === undefined ? undefined : dateOfText(`${day}-${month}-${year}`);
      if (date !== undefined && isQuarterEnd(date)) return lastDayOf(date);
    }
  }
  const named = /(\d{4})-(\d{2})(?!\d)/.exec(fileName);
  const date = named === null ? undefined : dateOfText(`${named[1]}-${named[2]}-01`);
  return date !== undefined && isQuarterEnd(date) ? lastDayOf(date) : undefined;
}

function isQuarterEnd(date: string): boolean {
  return ["03", "06", "09", "12"].includes(date.slice(5, 7));
}
