import { createHash } from "node:crypto";
import type { WorkBook } from "@e965/xlsx";
import { parse } from "csv-parse/sync";
import { badDataset, TerraceError } from "../../runtime/errors.ts";
import { remembered } from "../../runtime/lazy.ts";
import { dateOfDay, dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { decodeText, encodingOf, type TextEncoding } from "../files/decode-text.ts";
import { isParquet, type ParquetRow, parquetColumns, readParquetRows } from "../files/read-parquet.ts";
import { openWorkbook, type SheetCell, safeWorkbook, sheetCells } from "../files/read-workbook.ts";
import { isZip, listZip, readMember, type ZipMember } from "../files/read-zip.ts";
import { gunzip, isGzip, type UnpackBudget, unpackBudget } from "../files/unpack.ts";

export type { SheetCell };

/** Bytes of `head`, enough for any publisher's header line. */
const HEAD_BYTES = 128 * 1024;

/** Maximum length of a string in V8, minus a margin. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024 - 64;

/** Serial number of 1 January 10000, the first day that spreadsheets do not support. */
const LAST_SERIAL = 2_958_466;

/** Rows per sheet read to recognise a workbook; publishers put a dozen title lines above a table. */
const HEAD_ROWS = 25;

/** Values of failed formulas in spreadsheets, without #N/A, which publishers use for "none". */
const FAILED_FORMULA = /^\s*#(REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|FORMULA\?)\s*$/;
const FAILED_FORMULA_ANYWHERE =
  /(?:^|[,;\t"])[^\S\t]*(#(?:REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!))[^\S\t]*(?:$|[,;\t"])/m;

/** One file as bytes; parses contents lazily and caches them. Gzip is unpacked by the constructor. */
export class ImportFile {
  /** Path; for members of an archive, after the archive's path: `pack.zip/folder/table.csv`. */
  readonly path: string;
  /** Last part of the path, without `.gz`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly #parsed = new Map<string, unknown>();
  readonly #headers = new Map<string, readonly string[]>();
  readonly #sheets = new Map<string, SheetCell[][]>();
  #parquet: ParquetRow[] | undefined;
  readonly #budget: UnpackBudget;

  /** Archive members share the archive's budget: everything unpacked from one file counts together. */
  constructor(path: string, bytes: Uint8Array, budget = unpackBudget()) {
    this.path = path;
    this.name = (path.split(/[\\/]/).at(-1) ?? path).replace(/\.gz$/i, "");
    this.#budget = budget;
    this.bytes = isGzip(bytes) ? gunzip(bytes, path, budget) : bytes;
  }

  /** Digest of the unpacked content. */
  get sha256(): string {
    return this.#once("sha256", () => createHash("sha256").update(this.bytes).digest("hex"));
  }

  #once<T>(what: string, make: () => T): T {
    return remembered(this.#parsed, what, make) as T;
  }

  /** Throws `bad_dataset` with the path and the reason. */
  refuse(reason: string, cause?: unknown): never {
    throw badDataset(`${this.path}: ${reason}`, cause);
  }

  get encoding(): TextEncoding {
    return encodingOf(this.bytes);
  }

  get text(): string {
    if (this.bytes.length > MAX_TEXT_BYTES) this.refuse("too large to be read at once; split it");
    return this.#once("text", () => decodeText(this.bytes));
  }

  /** The first characters; cheap on large files. */
  get head(): string {
    return this.#once("head", () => headOf(this.bytes));
  }

  get firstLine(): string {
    return this.#once("line", () => /^[^\S\r\n\u2028\u2029]*\S[^\r\n]*/m.exec(this.head)?.[0] ?? "");
  }

  /** Trimmed, unquoted cells of the first line; empty for JSON and HTML. */
  headerCells(delimiter = ","): readonly string[] {
    return remembered(this.#headers, delimiter, () => {
      // The head may cut single-line JSON anywhere, even inside a string.
      const [cells = []] = /^\s*[<{[]/.test(this.head) ? [] : csvRows(this.firstLine, delimiter, this.path);
      return cells.map((cell) => cell.trim());
    });
  }

  /** True for OOXML and the older binary format. */
  get isWorkbook(): boolean {
    const old = [0xd0, 0xcf, 0x11, 0xe0].every((byte, i) => this.bytes[i] === byte);
    return old || (isZip(this.bytes) && this.#zipNames().includes("xl/workbook.xml"));
  }

  /** True for a zip archive that is not a workbook. */
  get isArchive(): boolean {
    return isZip(this.bytes) && !this.isWorkbook;
  }

  get isParquet(): boolean {
    return isParquet(this.bytes);
  }

  get isHtml(): boolean {
    return /^\s*(<!doctype html|<html)/i.test(this.head);
  }

  /** True for text with records: not a workbook, archive, Parquet, HTML or JSON. */
  get isDelimited(): boolean {
    return !this.isParquet && !isZip(this.bytes) && !this.isWorkbook && !/^\s*[<{[]/.test(this.head);
  }

  /** Does the asynchronous part of reading: `parquetRows` needs it. */
  async load(): Promise<void> {
    if (this.isParquet) this.#parquet ??= await readParquetRows(this.bytes, this.path, this.#budget);
  }

  parquetColumns(): string[] {
    return parquetColumns(this.bytes, this.path);
  }

  parquetRows(): readonly ParquetRow[] {
    if (this.#parquet === undefined) throw new TypeError(`${this.path} was not loaded`);
    return this.#parquet;
  }

  /** The file without its cut last line, and that line's row. Undefined if it ends with a line end. */
  cutLine(): { whole: ImportFile; row: number } | undefined {
    if (!this.isDelimited || this.bytes.length === 0 || /[\r\n]\0?$/.test(this.text)) return undefined;
    const lines = this.text.split(/\r\n|\n|\r/);
    if (lines.length === 1) return undefined;
    const whole = this.text.slice(0, this.text.length - lines.at(-1)!.length);
    return { whole: new ImportFile(this.path, new TextEncoder().encode(whole)), row: lines.length };
  }

  /** Yields failed formulas in CSV text and in sheets read so far. */
  *failedFormulas(): Generator<{ row: number; text: string }> {
    if (this.isWorkbook) {
      for (const rows of this.#sheets.values()) {
        for (const [r, row] of rows.entries()) {
          const failed = row.find((cell) => typeof cell === "string" && FAILED_FORMULA.test(cell));
          if (failed !== undefined) yield { row: r + 1, text: String(failed) };
        }
      }
      return;
    }
    if (this.isParquet || isZip(this.bytes) || !this.text.includes("#")) return;
    for (const [r, line] of this.text.split(/\r\n|\n|\r/).entries()) {
      const text = FAILED_FORMULA_ANYWHERE.exec(line)?.[1];
      if (text !== undefined) yield { row: r + 1, text };
    }
  }

  /** All records, including ragged rows, and empty lines as `[""]`; index n is the file's row n + 1. */
  csv(delimiter = ","): string[][] {
    if (delimiter !== ",") return csvRows(this.text, delimiter, this.path);
    return this.#once("csv", () => csvRows(this.text, delimiter, this.path));
  }

  /** The parsed JSON; throws `bad_dataset` when invalid. */
  json(): unknown {
    try {
      return this.#once("json", () => JSON.parse(this.text));
    } catch (cause) {
      this.refuse(`not JSON: ${(cause as Error).message}`, cause);
    }
  }

  /** Converts a serial number with the workbook's epoch to YYYY-MM-DD; undefined when out of range. */
  dateOfSerial(serial: number): string | undefined {
    if (!(serial >= 1 && serial < LAST_SERIAL)) return undefined;
    const is1904 = this.#outline().Workbook?.WBProps?.date1904 === true;
    // Epoch of the 1900 system minus one day, as it counts the nonexistent 29 February 1900; earlier serials
    // do not occur.
    return dateOfDay(Math.floor(serial) + dayNumberOf(is1904 ? "1904-01-01" : "1899-12-30")!);
  }

  /** Creation day from the workbook's properties. */
  get createdOn(): string | undefined {
    const created: unknown = this.#outline().Props?.CreatedDate;
    return created instanceof Date && !Number.isNaN(created.getTime())
      ? created.toISOString().slice(0, 10)
      : undefined;
  }

  get sheetNames(): readonly string[] {
    return this.#outline().SheetNames;
  }

  /** First HEAD_ROWS rows of each sheet by name; cheap. */
  sheetHeads(): ReadonlyMap<string, SheetCell[][]> {
    const book = this.#outline();
    return new Map(book.SheetNames.map((name) => [name, sheetCells(book.Sheets[name], name, this.path)]));
  }

  /** Rows of a sheet from its first used row; empty cells are null, dates serial numbers. */
  sheet(name: string): SheetCell[][] {
    if (!this.sheetNames.includes(name)) {
      this.refuse(`no sheet "${name}"; it has ${this.sheetNames.map((n) => `"${n}"`).join(", ")}`);
    }
    return remembered(this.#sheets, name, () => {
      // Most importers read one sheet. On the second, parse all at once: opening the workbook costs most.
      const book =
        this.#sheets.size > 0 ? this.#once("sheets", () => this.#book({})) : this.#book({ sheets: name });
      const sheet = book.Sheets[name];
      // SheetJS omits a sheet that it cannot parse.
      if (sheet === undefined) this.refuse(`sheet "${name}" is damaged`);
      return sheetCells(sheet, name, this.path);
    });
  }

  get memberCount(): number {
    return this.#members().length;
  }

  /** The archive's files in name order, with the archive in their path. */
  members(): ImportFile[] {
    return [...this.eachMember()].map(({ open }) => open());
  }

  /** Like `members`, but unpacks each when opened; stops when the budget is used up. */
  *eachMember(): Generator<{ path: string; open: () => ImportFile }> {
    for (const member of this.#members()) {
      if (this.#budget.bytesLeft < 0) return;
      const path = `${this.path}/${member.name}`;
      const content = () => readMember(this.bytes, this.path, member, this.#budget);
      yield { path, open: () => new ImportFile(path, content(), this.#budget) };
    }
  }

  /** In name order, without dot files and __MACOSX. */
  #members(): ZipMember[] {
    return listZip(this.bytes, this.path).filter(({ name }) => !/(^|\/)(\.|__MACOSX\/)/.test(name));
  }

  #zipNames(): string[] {
    try {
      return listZip(this.bytes, this.path).map((member) => member.name);
    } catch {
      return [];
    }
  }

  #outline(): WorkBook {
    return this.#once("outline", () => this.#book({ sheetRows: HEAD_ROWS }));
  }

  #book(options: { sheets?: string; sheetRows?: number }): WorkBook {
    const workbook = this.#once("workbook", () => this.#unpackWorkbook());
    if (workbook instanceof TerraceError) throw workbook;
    return openWorkbook(workbook, this.path, options);
  }

  /** The unpacked workbook or its error; many importers look at a file, but it is unpacked only once. */
  #unpackWorkbook(): Uint8Array | TerraceError {
    try {
      return safeWorkbook(this.bytes, this.path, this.#budget);
    } catch (error) {
      if (error instanceof TerraceError) return error;
      throw error;
    }
  }
}

/** Decodes the first bytes up to a line end: a split character would make UTF-8 look like Windows-1252. */
function headOf(bytes: Uint8Array): string {
  if (bytes.length <= HEAD_BYTES) return decodeText(bytes);
  const end = bytes.lastIndexOf(0x0a, HEAD_BYTES);
  return decodeText(bytes.subarray(0, end > 0 ? end + 1 : HEAD_BYTES));
}

function csvRows(text: string, delimiter: string, path: string): string[][] {
  // Fast path: without quotes, splitting gives the same records many times faster.
  if (!text.includes('"')) return plainRows(text, delimiter);
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false });
  } catch (cause) {
    throw badDataset(`${path}: ${(cause as Error).message}`, cause);
  }
}

function plainRows(text: string, delimiter: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.split(delimiter));
}
