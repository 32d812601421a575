import type { Offence } from "../../dataset/tables/offences.ts";
import { cellText } from "../files/plain-table.ts";
import type { FileReading, Recognition } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dayIn } from "../series/period.ts";
import { type OffenceCount, type OffencePart, summedCounts } from "./offence-counts.ts";

const TITLE = /^(.+) - Offences and other activities by Suburb$/i;

/** Classes in column order. Null has no kind: 4 other offences against a person, 91 and 93 infringements. */
const CLASSES: readonly (readonly [number: string, offence: Offence | null])[] = [
  ["1", "violent"],
  ["2a", "violent"],
  ["2b", "violent"],
  ["3", "violent"],
  ["4", null],
  ["5a", "violent"],
  ["5b", "violent"],
  ["6a", "break_ins"],
  ["6b", "break_ins"],
  ["6c", "break_ins"],
  ["7", "motor_vehicle"],
  ["8", "property_damage"],
  ["9", "other"],
  ["91a", null],
  ["91b", null],
  ["91c", null],
  ["91d", null],
  ["92", "theft"],
  ["93", null],
];

/** Name of the sheet with the districts, found by the title of its first district. */
function actSheet(file: ImportFile): string | undefined {
  if (!file.isWorkbook) return undefined;
  return [...file.sheetHeads()].find(([, rows]) => rows.some((row) => TITLE.test(cellText(row[0]))))?.[0];
}

export function isActOffences(file: ImportFile): Recognition | undefined {
  return actSheet(file) === undefined
    ? undefined
    : { confidence: 85, what: "offences by suburb of the Australian Capital Territory" };
}

/**
 * Reads offences of the ACT: one block per district with a row per suburb and, for each quarter, a column per
 * class. The totals that end a block must equal the sums of its suburbs.
 */
export function readActOffences(file: ImportFile): FileReading<OffencePart> {
  const rows = file.sheet(actSheet(file)!);
  const starts = rows.flatMap((row, r) => (TITLE.test(cellText(row[0])) ? [r] : []));
  const tally = new RejectTally();
  const counts: OffenceCount[] = [];
  const suburbs = new Map<string, number>();
  let periods: readonly string[] | undefined;
  let read = 0;
  for (const [i, start] of starts.entries()) {
    const block = readBlock(file, rows, start, starts[i + 1] ?? rows.length);
    if (periods !== undefined && periods.join() !== block.periods.join())
      refuse(file, start, `its quarters differ from the first district's: columns are missing`);
    periods = block.periods;
    for (const { name, row, cells } of block.suburbs) {
      read++;
      if (suburbs.has(name)) {
        tally.reject("row twice", row + 1, `"${name}" is in row ${suburbs.get(name)} too`);
        continue;
      }
      suburbs.set(name, row + 1);
      for (const { period, offence, at } of block.columns)
        counts.push({ suburb: name, council: "", period, offence, offences: cells[at], row: row + 1 });
    }
  }
  return tally.reading({
    part: { state: "ACT", yearEnds: null, periods: periods ?? [], counts: summedCounts(counts) },
    rowsRead: read,
    rowsUsed: suburbs.size,
    vintage: vintageOf(file, rows),
    notes: ["infringement notices and other offences against a person are left out"],
  });
}

type Block = ReturnType<typeof readBlock>;

function readBlock(file: ImportFile, rows: readonly SheetCell[][], start: number, end: number) {
  const quarters = rows.findIndex((row, r) => r > start && r < end && /^\d{4} Q[1-4]/.test(cellText(row[1])));
  if (quarters < 0) refuse(file, start, "no row of quarters below the title of the district");
  const names = rows[quarters + 1] ?? [];
  const width = names.findLastIndex((cell) => cellText(cell) !== "") + 1;
  const periods: string[] = [];
  const columns: { period: string; offence: Offence; at: number }[] = [];
  let period = "";
  for (let at = 1; at < width; at++) {
    const label = /^(\d{4}) (Q[1-4])/.exec(cellText(rows[quarters][at]));
    if (label !== null) {
      period = `${label[1]}-${label[2]}`;
      periods.push(period);
    }
    const [number, offence] = CLASSES[(at - 1) % CLASSES.length];
    if (!cellText(names[at]).startsWith(`${number} `)) {
      const found = cellText(names[at]);
      refuse(file, quarters + 1, `column ${at + 1} is "${found}" instead of class ${number}`);
    }
    if (offence !== null) columns.push({ period, offence, at });
  }
  if (width - 1 !== CLASSES.length * periods.length || new Set(periods).size !== periods.length)
    refuse(file, quarters, `${width - 1} columns in ${periods.length} quarters of ${CLASSES.length} classes`);
  const suburbs: { name: string; row: number; cells: number[] }[] = [];
  for (let r = quarters + 3; r < end; r++) {
    const name = cellText(rows[r][0]);
    if (name === "") continue;
    const cells = Array.from({ length: width }, (_, at) =>
      at === 0 ? 0 : countOf(file, rows[r][at], r, at),
    );
    if (name === "Total") {
      checkTotals(file, suburbs, cells, r);
      return { periods, columns, suburbs };
    }
    suburbs.push({ name, row: r, cells });
  }
  refuse(file, end - 1, "the district ends without its totals: the sheet was truncated");
}

function countOf(file: ImportFile, cell: SheetCell | undefined, row: number, at: number): number {
  if (typeof cell === "number" && Number.isInteger(cell) && cell >= 0) return cell;
  refuse(file, row, `column ${at + 1} is "${cellText(cell)}"; expected a count`);
}

function checkTotals(file: ImportFile, suburbs: Block["suburbs"], totals: readonly number[], row: number) {
  for (let at = 1; at < totals.length; at++) {
    const sum = suburbs.reduce((all, { cells }) => all + cells[at], 0);
    if (sum !== totals[at])
      refuse(file, row, `column ${at + 1}: the suburbs sum to ${sum}, their total says ${totals[at]}`);
  }
}

/** Day in `PROMIS as at 4 July 2022`. */
function vintageOf(file: ImportFile, rows: readonly SheetCell[][]): string {
  for (const [cell] of rows) {
    const day = dayIn(/as at (\d{1,2} [A-Za-z]+ \d{4})/.exec(cellText(cell))?.[1] ?? "");
    if (day !== undefined) return day;
  }
  refuse(file, 1, 'no "as at" with the day of the figures');
}

function refuse(file: ImportFile, row: number, reason: string): never {
  file.refuse(`row ${row + 1}: ${reason}; download it again`);
}
