import { TerraceError } from "../../runtime/errors.ts";
import type { Recognition } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";

export interface TableRow {
  /** Row number in the file, from 1. */
  readonly row: number;
  readonly cells: readonly SheetCell[];
  /** Trimmed cell of the column with this lower-case title; "" when the column is missing. */
  readonly text: (title: string) => string;
  readonly reject: (rule: string, reason: string) => undefined;
  /** Registers the key; returns the earlier row with the same key, or undefined for the first. */
  readonly before: (key: string) => number | undefined;
}

interface TableOptions {
  /** All rows including those above the titles; default: the file as CSV. */
  readonly rows?: readonly (readonly SheetCell[])[];
  /** Index of the title row, from 0. */
  readonly titleRow?: number;
  /** Titles for a table without a title row. */
  readonly titles?: readonly string[] | undefined;
  /** Required cells per row: exactly as many as titles, at least as many, or any number as in workbooks. */
  readonly width?: "same" | "least" | "any";
}

/** A title row and one record per row below it. Throws `bad_dataset` when a needed column is missing. */
export class PlainTable {
  readonly tally = new RejectTally();
  /** In lower case. */
  readonly titles: readonly string[];
  readonly at: ReadonlyMap<string, number>;
  /** Rows below the titles, including blank ones. */
  readonly below: readonly (readonly SheetCell[])[];
  /** Records so far, including rejected ones. */
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

  /** Opens a CSV file or a sheet with rows of any length. Throws when only a sheet's head is readable. */
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
      file.refuse(`incomplete: there is no row ${titleRow + 1} with titles`);
    return new PlainTable(file, needed, {
      rows,
      titleRow,
      width: file.isWorkbook ? "any" : (width ?? "same"),
    });
  }

  /** Iterates over the records; rejects rows of the wrong length. */
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
   * Collects what `read` returns for each record, in order. Throws with the reason `none` when there is no
   * result; if `none` is undefined, only a table without records is refused.
   */
  take<T>(none: string | undefined, read: (row: TableRow) => T | undefined): T[] {
    const taken = Array.from(this.records(), read).filter((one) => one !== undefined);
    this.#taken = taken.length;
    if (taken.length === 0 && none !== undefined) this.#file.refuse(`${none} in ${this.rowsRead} rows`);
    if (this.rowsRead === 0) this.#file.refuse("no rows below the header");
    return taken;
  }

  column(title: string): string[] {
    return this.below.map((cells) => cellText(cells[this.at.get(title) ?? -1]));
  }

  /** Reading of the file with its rejects. Unless given, `rowsUsed` is the number of records taken. */
  reading<Part, Report extends object>(read: Report & { part: Part; notes?: readonly string[] }) {
    return this.tally.reading({ rowsUsed: this.#taken, ...read, rowsRead: this.rowsRead });
  }
}

export interface TitledSheet {
  /** "" for CSV. */
  readonly name: string;
  readonly titleRow: number;
  readonly titles: readonly string[];
  /** The rows above the titles, joined. */
  readonly above: string;
  readonly areTitles: (cells: readonly string[]) => boolean;
}

/** First sheet of a workbook with a title row near its top, or a CSV file with such a beginning. */
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

export function headerOf(file: ImportFile, delimiter?: string): string[] {
  return titlesOf(file, delimiter).map((cell) => cell.toLowerCase());
}

/** Cells of the first line; empty for workbooks and for lines that cannot be parsed. */
export function titlesOf(file: ImportFile, delimiter?: string): readonly string[] {
  if (file.isWorkbook) return [];
  try {
    return file.headerCells(delimiter);
  } catch (error) {
    if (error instanceof TerraceError) return [];
    throw error;
  }
}

/** Recognises files with at least `least` of the columns and all of `own`, which only one publisher uses. */
export function byColumns(
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
