import type { FileReading } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText, refuseMonthFirst } from "../series/period.ts";
import {
  earliestCopy,
  numberCell,
  type PositionCells,
  positionDay,
  type ShortPositionPart,
} from "./short-position-part.ts";

const SHORT = "reported short positions";
const PERCENT = "% of total product in issue reported as short positions";

/** A table of a year: products down, and across each trading day with its positions and percentages. */
export function isYearlyTable(file: ImportFile): boolean {
  return !file.isHtml && /^[^\n]*Trade Date/.test(file.head) && file.head.toLowerCase().includes(SHORT);
}

/** The days of a yearly table. Throws `bad_dataset` when its head has another form. */
export function readYearlyPositions(file: ImportFile): FileReading<ShortPositionPart> {
  const rows = file.csv();
  const plain = (cell: string | undefined) => (cell ?? "").trim();
  const head = rows.findIndex((row) => plain(row[0]) === "Product" && plain(row[1]) === "Product Code");
  if (head < 0) return file.refuse('no line begins with "Product" and "Product Code"');
  const dateRow = rows.slice(0, head + 1).findIndex((row) => dateOfText(plain(row[2])) !== undefined);
  if (dateRow < 0) return file.refuse("no line above the products has dates");
  refuseMonthFirst(file.path, rows[dateRow]);
  const measures = rows.slice(0, head + 1).find((row) => plain(row[2]).toLowerCase() === SHORT);
  const days: { date: string; column: number; found: Map<string, PositionCells> }[] = [];
  for (let column = 2; column + 1 < rows[dateRow].length; column += 2) {
    const date = dateOfText(plain(rows[dateRow][column]));
    if (date === undefined) break;
    if (
      plain(measures?.[column]).toLowerCase() !== SHORT ||
      plain(measures?.[column + 1]).toLowerCase() !== PERCENT
    )
      return file.refuse(`the columns of ${date} are not positions and percentages`);
    if (days.some((day) => day.date === date)) return file.refuse(`${date} occurs twice`);
    days.push({ date, column, found: new Map() });
  }
  const tally = new RejectTally();
  let [read, used] = [0, 0];
  rows.slice(head + 1).forEach((row, r) => {
    const [product, code] = [plain(row[0]), plain(row[1])];
    if (product === "" && code === "") return;
    read++;
    const line = head + r + 2;
    if (!/^[A-Z0-9]{3,6}$/.test(code)) {
      tally.reject("no code", line, `product code "${code}"`);
      return;
    }
    for (const { date, column, found } of days) {
      const [short, percent] = [numberCell(plain(row[column])), numberCell(plain(row[column + 1]))];
      if (short === undefined || percent === undefined)
        tally.reject("not a number", line, `${code} on ${date}: "${row[column]}", "${row[column + 1]}"`);
      else if (found.has(code)) tally.reject("code twice", line, `${code} occurs twice`);
      // A product is listed for the whole year; on most days of it nothing may be reported.
      else if (short !== null || percent !== null)
        found.set(code, { product, short, percent, onIssue: null });
    }
    used++;
  });
  const reported = days.filter(({ found }) => found.size > 0);
  if (reported.length === 0) return file.refuse(`no position in ${read} rows`);
  const newest = reported
    .map(({ date }) => date)
    .sort()
    .at(-1)!;
  return tally.reading({
    part: { days: reported.map(({ date, found }) => positionDay(date, 0, found)) },
    rowsRead: read,
    rowsUsed: used,
    vintage: newest,
    notBefore: earliestCopy(newest),
    notes: [`${reported.length} trading days; shares on issue are not told`],
  });
}
