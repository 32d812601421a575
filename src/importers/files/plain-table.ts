import { TerraceError } from "../../runtime/errors.ts";
import type { Recognition } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";

/** A record of a table, by the titles of its columns. */
export interface TableRow {
  /** Its place in the file, from 1. */
  readonly row: number;
  readonly cells: readonly SheetCell[];
  /** The trimmed cell below a title in lower case; "" where there is no such column. */
  readonly text: (title: string) => string;
  readonly reject: (rule: string, reason: string) => undefined;
  /** The row above that has the key too; undefined where this is the first, which is then the one that has it. */
  readonly before: (key: string) => number | undefined;
}

interface TableOptions {
  /** Every row of the table, with what is above the titles; the file's as CSV unless given. */
  readonly rows?: readonly (readonly SheetCell[])[];
  /** The row of the titles, from 0. */
  readonly titleRow?: number;
  /** The titles of a table that has none. */
  readonly titles?: readonly string[] | undefined;
  /** How many cells a row has: as many as there are titles, at least as many, or any number, as in workbooks. */
  readonly width?: "same" | "least" | "any";
}

/** A publisher's table: a row of titles, and below it a record a row. Throws `bad_dataset` where a column is missing. */
export class PlainTable {
  readonly tally = new RejectTally();
  /** In lower case. */
  readonly titles: readonly string[];
  readonly at: ReadonlyMap<string, number>;
  /** Rows below the titles, blank ones too. */
  readonly below: readonly (readonly SheetCell[])[];
  /** Records so far, rejected ones too. */
  rowsRead = 0;
  #taken = 0;
  readonly #file: ImportFile;
  readonly #firstRow: number;
  readonly #rowOf = new Map<string, number>();
  readonly #width: TableOptions["width"];

  constructor(file: ImportFile, needed: readonly string[], options: TableOptions = {}) {
    const { rows = file.csv(), titles, titleRow = titles === undefined ? 0 : -1, width = "same" } = options;
    this.#file = file;
    this.#width = width;
    this.#firstRow = titleRow + 2;
    this.titles = titles ?? (rows[titleRow] ?? []).map((cell) => cellText(cell).toLowerCase());
    this.at = new Map(this.titles.map((title, i) => [title, i]));
    this.below = rows.slice(titleRow + 1);
    const missing = needed.find((title) => !this.at.has(title));
    if (missing !== undefined) this.#file.refuse(`no column "${missing}"`);
  }

  /** The table of a text, or of a sheet whose rows may be of any length: of one that is damaged, only the first can be read. */
  static titled(
    file: ImportFile,
    needed: readonly string[],
    sheet: TitledSheet | undefined,
    width?: TableOptions["width"],
  ): PlainTable {
    if (sheet === undefined) return new PlainTable(file, needed, width && { width });
    const { name, titleRow, areTitles } = sheet;
    const rows = file.isWorkbook ? file.sheet(name) : file.csv();
    if (!areTitles((rows[titleRow] ?? []).map(cellText)))
      file.refuse(`cannot be read whole: no row ${titleRow + 1} with titles`);
    return new PlainTable(file, needed, {
      rows,
      titleRow,
      width: file.isWorkbook ? "any" : (width ?? "same"),
    });
  }

  /** The records; a row of another length than the titles' is rejected. */
  *records(): Generator<TableRow> {
    const width =
      this.#width === "least" ? this.titles.findLastIndex((title) => title !== "") + 1 : this.titles.length;
    for (const [r, cells] of this.below.entries()) {
      if (cells.every((cell) => cellText(cell) === "")) continue;
      this.rowsRead++;
      const row = this.#firstRow + r;
      const reject = (rule: string, reason: string) => this.tally.reject(rule, row, reason);
      const text = (title: string) => cellText(cells[this.at.get(title) ?? -1]);
      const before = (key: string) => {
        const above = this.#rowOf.get(key);
        if (above === undefined) this.#rowOf.set(key, row);
        return above;
      };
      const fits = cells.length === width || (this.#width === "least" && cells.length > width);
      if (fits || this.#width === "any") yield { row, cells, text, reject, before };
      else reject("wrong number of cells", `${cells.length}, the header has ${width}`);
    }
  }

  /**
   * What the records give, in order. Throws that there is `none` where no record gives anything; where that is undefined,
   * a table without records is refused alone.
   */
  take<T>(none: string | undefined, read: (row: TableRow) => T | undefined): T[] {
    const taken = Array.from(this.records(), read).filter((one) => one !== undefined);
    this.#taken = taken.length;
    if (taken.length === 0 && none !== undefined) this.#file.refuse(`${none} in ${this.rowsRead} rows`);
    if (this.rowsRead === 0) this.#file.refuse("no rows below the header");
    return taken;
  }

  /** The cells below a title, in order. */
  column(title: string): string[] {
    return this.below.map((cells) => cellText(cells[this.at.get(title) ?? -1]));
  }

  /** What was read of the file: its records, with what was rejected of them; used are those that were taken, unless given. */
  reading<Part, Report extends object>(read: Report & { part: Part; notes?: readonly string[] }) {
    return this.tally.reading({ rowsUsed: this.#taken, ...read, rowsRead: this.rowsRead });
  }
}

/** A sheet, or a text, and the row of its titles. */
export interface TitledSheet {
  /** "" of a text. */
  readonly name: string;
  readonly titleRow: number;
  readonly titles: readonly string[];
  /** What is above the titles, as one text. */
  readonly above: string;
  readonly areTitles: (cells: readonly string[]) => boolean;
}

/** The first sheet of a workbook with titles among its first rows, or a text that begins so. */
export function titledSheet(
  file: ImportFile,
  areTitles: TitledSheet["areTitles"],
  beginning?: RegExp,
): TitledSheet | undefined {
  if (!file.isWorkbook && beginning?.test(file.firstLine) !== true) return undefined;
  for (const [name, head] of file.isWorkbook ? file.sheetHeads() : [["", file.csv()] as const]) {
    const titleRow = head.findIndex((row) => areTitles(row.map(cellText)));
    if (titleRow < 0) continue;
    const above = head.slice(0, titleRow).flat().join(" ");
    return { name, titleRow, titles: head[titleRow].map(cellText), above, areTitles };
  }
  return undefined;
}

export function cellText(cell: SheetCell | undefined): string {
  return cell === null || cell === undefined ? "" : String(cell).trim();
}

/** Cells of the first line in lower case. */
export function headerOf(file: ImportFile, delimiter?: string): string[] {
  return titlesOf(file, delimiter).map((cell) => cell.toLowerCase());
}

/** The same as they are written; none for workbooks and for lines that cannot be split. */
export function titlesOf(file: ImportFile, delimiter?: string): readonly string[] {
  if (file.isWorkbook) return [];
  try {
    return file.headerCells(delimiter);
  } catch (error) {
    if (error instanceof TerraceError) return [];
    throw error;
  }
}

/** What a file is whose first line has at least so many of the columns, and those that nobody else's tables have. */
export function knownBy(
  columns: readonly string[],
  least: number,
  recognition: Recognition,
  own: readonly string[] = [],
) {
  return (file: ImportFile): Recognition | undefined => {
    const header = headerOf(file);
    const found = columns.filter((name) => header.includes(name)).length;
    return found >= least && own.every((name) => header.includes(name)) ? recognition : undefined;
  };
}
