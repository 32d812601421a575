import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { utils, write } from "@e965/xlsx";
import { unzipSync, zipSync } from "fflate";
import type { Combined, Importer, ImportRow } from "../../src/importers/importer.ts";
import { SuburbNames } from "../../src/importers/places/suburb-names.ts";
import { ImportFile, type SheetCell } from "../../src/importers/run/import-file.ts";
import { publishersFiles } from "../support/run/test-form.ts";

/** Folder of the publishers' files; undefined where the tests that need it are left out, as in the short form. */
export const REAL_DATA: string | undefined = publishersFiles();

/** One of the publishers' files. */
export function realFile(path: string): ImportFile {
  const full = join(REAL_DATA!, path);
  if (!existsSync(full)) throw new Error(`TERRACE_REAL_DATA has no ${path}`);
  return new ImportFile(full, readFileSync(full));
}

/** A file of the text, as UTF-8 unless bytes are given. */
export function textFile(name: string, content: string | Uint8Array): ImportFile {
  return new ImportFile(name, typeof content === "string" ? new TextEncoder().encode(content) : content);
}

/** The text in UTF-16LE with its mark. */
export function utf16(text: string): Uint8Array {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
}

/** A workbook of the sheets. */
export function workbookFile(
  name: string,
  sheets: Record<string, SheetCell[][]>,
  bookType: "xlsx" | "xls" = "xlsx",
  createdOn?: string,
): ImportFile {
  const book = utils.book_new();
  if (createdOn !== undefined) book.Props = { CreatedDate: new Date(`${createdOn}T00:00:00Z`) };
  for (const [sheet, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), sheet);
  return new ImportFile(name, new Uint8Array(write(book, { type: "array", bookType, bookSST: true })));
}

/** The workbook with a cell far below the others whose text is not there: only the rows above it can be read. */
export function brokenBelow(file: ImportFile): ImportFile {
  const members = unzipSync(file.bytes);
  const path = "xl/worksheets/sheet1.xml";
  const cell = '<row r="40"><c r="A40" t="s"><v>999</v></c></row></sheetData>';
  const text = Buffer.from(members[path]).toString().replace("</sheetData>", cell);
  return new ImportFile(file.path, zipSync({ ...members, [path]: Buffer.from(text) }));
}

/** Reads the files and combines them, in the given order of vintages. */
export function importAll<Part>(
  importer: Importer<Part>,
  files: readonly ImportFile[],
  suburbs = new SuburbNames([]),
  suburbOf: (salCode: string) => ImportRow | undefined = () => undefined,
): Required<Combined> {
  const parts = files.map((file) => {
    const { part, report } = importer.read(file);
    return {
      part: JSON.parse(JSON.stringify(part)) as Part,
      path: file.path,
      sha256: file.sha256,
      vintage: report.vintage,
    };
  });
  parts.sort((a, b) => (a.vintage < b.vintage ? -1 : a.vintage > b.vintage ? 1 : 0));
  const context = { suburbs, councils: new Map(), suburbOf, allowedSources: new Set<string>() };
  return { rejects: [], notes: [], ...importer.combine(parts, context) };
}

/** A file of lines, each of which has its end. */
export function linesFile(name: string, ...lines: string[]): ImportFile {
  return textFile(name, `${lines.join("\n")}\n`);
}

/** The cells of the named columns, row by row. */
export function cellsOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  ...columns: string[]
): unknown[][] {
  return rows.map((row) => columns.map((name) => row[name]));
}

interface Rejecting {
  readonly rejects: NonNullable<Combined["rejects"]>;
}

/** Each rule that rejected rows with the first of them, in order: "no code 5; no date 7". */
export function rejectedRows({ rejects }: Rejecting): string {
  return rejects.map(({ rule, examples }) => `${rule} ${examples[0].row}`).join("; ");
}

/** Each rule with how many rows it rejected, in order. */
export function rejectedCounts({ rejects }: Rejecting): string {
  return rejects.map(({ rule, count }) => `${rule} ${count}`).join("; ");
}

/** Rows of a table from all fragments. */
export function rowsOf(combined: Combined, table: string): ImportRow[] {
  return combined.fragments.filter((fragment) => fragment.table === table).flatMap(({ rows }) => rows);
}
