import { badDataset } from "../../runtime/errors.ts";
import { cellText } from "../files/plain-table.ts";
import { lookupOf } from "../lookup.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import type { RejectTally } from "../run/reject-tally.ts";
import { dateOfText, lastDayOf, refuseMonthFirst } from "./period.ts";
import { inTimeOrder, type Points } from "./points.ts";

/** A table with series as columns. Its first column has labels of header rows, then dates. */
export interface LabelledTable {
  readonly columns: readonly LabelledColumn[];
  /** Dates of the data rows in file order, with their row numbers. */
  readonly dates: readonly { readonly row: number; readonly date: string }[];
  /** Row with the series ids, from 1. */
  readonly idRow: number;
}

/** The first rows of a sheet, or all rows of a CSV file (empty name). */
interface LabelledSheet {
  readonly name: string;
  readonly rows: SheetCell[][];
}

export interface LabelledColumn {
  readonly id: string;
  /** Header cells by label; `first line` is the first row, with or without a label. */
  readonly header: ReadonlyMap<string, string>;
  /** One value per date; null where the cell is empty or rejected. */
  readonly values: readonly (number | null)[];
}

/** Cells that mean "no figure". */
const NO_FIGURE: ReadonlySet<string> = new Set(["", "-", "–", "na", "n/a", "n.a.", "np", "n.p."]);

/** Rows searched for labels; publishers use eleven. */
const MAX_HEADER_ROWS = 30;

/** Current label by its name in older workbooks. */
const OLDER_LABELS = lookupOf<string>({
  mnemonic: "series id",
  "last updated": "publication date",
});

/** Row index by lower-case label in the first column. */
export function labelRows(rows: readonly (readonly SheetCell[])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  rows.slice(0, MAX_HEADER_ROWS).forEach((row, index) => {
    const label = cellText(row[0]).toLowerCase();
    const known = OLDER_LABELS[label] ?? label;
    if (label !== "" && !found.has(known)) found.set(known, index);
  });
  return found;
}

/** The sheets of a workbook, or the CSV file, whose labels are a publisher's. Empty for unreadable files. */
export function labelledSheets(
  file: ImportFile,
  isText: (file: ImportFile) => boolean,
  areLabels: (labels: ReadonlyMap<string, number>, name: string) => boolean,
): LabelledSheet[] {
  try {
    const text: [string, SheetCell[][]][] = isText(file) ? [["", file.csv()]] : [];
    const found = file.isWorkbook ? [...file.sheetHeads()] : text;
    return found.flatMap(([name, rows]) => (areLabels(labelRows(rows), name) ? [{ name, rows }] : []));
  } catch {
    return [];
  }
}

/**
 * Reads a labelled table. Throws `bad_dataset` when a needed label or all data rows are missing. Rejects
 * cells that are not numbers and rows without a date. Short rows count as having empty cells.
 */
export function readLabelledTable(
  file: ImportFile,
  { name, rows: head }: LabelledSheet,
  needed: readonly string[],
  tally: RejectTally,
): LabelledTable {
  const where = name === "" ? file.path : `${file.path}, sheet "${name}"`;
  const rows = file.isWorkbook ? file.sheet(name) : head;
  const labels = labelRows(rows);
  for (const label of needed) {
    if (!labels.has(label)) throw badDataset(`${where}: no row "${label}" in the first column`);
  }
  const idRow = labels.get("series id")!;
  const dates = dataRows(file, rows, idRow + 1, tally);
  if (dates.length === 0) throw badDataset(`${where}: no data rows after row ${idRow + 1}`);
  const columns: LabelledColumn[] = [];
  const ids = new Map<string, number>();
  for (let c = 1; c < rows[idRow].length; c++) {
    const id = String(rows[idRow][c] ?? "").trim();
    if (id === "") continue;
    const twin = ids.get(id);
    if (twin !== undefined) {
      throw badDataset(`${where}: series "${id}" is in columns ${twin + 1} and ${c + 1}`);
    }
    ids.set(id, c);
    const header = new Map([...labels].map(([label, r]) => [label, cellText(rows[r][c])]));
    header.set("first line", cellText(rows[0][c]));
    columns.push({ id, header, values: dates.map(({ row }) => cellValue(rows[row - 1][c], row, id, tally)) });
  }
  if (columns.length === 0) throw badDataset(`${where}: no series in row ${idRow + 1}`);
  return { columns, dates, idRow: idRow + 1 };
}

/** Points of a column in time order. */
export function pointsOf(table: LabelledTable, column: LabelledColumn, tally: RejectTally): Points {
  const figures = column.values.flatMap((value, i) => {
    const { row, date: period } = table.dates[i];
    return value === null ? [] : [{ row, period, lastDay: lastDayOf(period), value }];
  });
  return inTimeOrder(column.id, figures, tally);
}

function dataRows(
  file: ImportFile,
  rows: readonly (readonly SheetCell[])[],
  from: number,
  tally: RejectTally,
): { row: number; date: string }[] {
  refuseMonthFirst(
    file.path,
    rows.slice(from).map((row) => String(row[0] ?? "")),
  );
  const dates: { row: number; date: string }[] = [];
  for (let r = from; r < rows.length; r++) {
    const cell = rows[r][0] ?? null;
    const isBlank = rows[r].every((one) => one === null || one === "");
    if (isBlank) continue;
    const date = typeof cell === "number" ? file.dateOfSerial(cell) : dateOfText(String(cell ?? ""));
    if (date === undefined) tally.reject("no date", r + 1, `"${cell ?? ""}" is not a date`);
    else dates.push({ row: r + 1, date });
  }
  return dates;
}

function cellValue(cell: SheetCell | undefined, row: number, id: string, tally: RejectTally): number | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  const text = cellText(cell);
  if (NO_FIGURE.has(text.toLowerCase())) return null;
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  tally.reject("not a number", row, `${id}: "${text}" is not a number`);
  return null;
}
