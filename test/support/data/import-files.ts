import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { utils, write } from "@e965/xlsx";
import { unzipSync, zipSync } from "fflate";
import { CENSUS_TABLES } from "../../../src/importers/census/census-tables.ts";
import type { FoundFile } from "../../../src/importers/files/find-files.ts";
import type { Combined, Importer, ImportRow } from "../../../src/importers/importer.ts";
import { SuburbNames } from "../../../src/importers/places/suburb-names.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { ImportFile, type SheetCell } from "../../../src/importers/run/import-file.ts";
import type { FileOutcome, ImportOutcome } from "../../../src/importers/run/import-outcome.ts";
import { runImport } from "../../../src/importers/run/run-import.ts";
import { needsOptIn } from "../../../src/importers/source-licence.ts";
import { publishersFiles } from "../run/test-form.ts";

/** Columns that tell a table apart and that no derivation reads, so that made tables look like the published ones. */
const FILLERS: Readonly<Record<string, readonly string[]>> = {
  G01: ["Birthplace_Australia_P", "Lang_used_home_Oth_Lang_P", "Counted_Census_Night_home_P"],
  G02: ["Median_tot_fam_inc_weekly"],
  G04: ["Age_yr_60_P", "Age_yr_61_P", "Age_yr_62_P"],
  G16: ["P_Y11e_Tot", "P_Y10e_Tot"],
  G17: ["P_Neg_Nil_income_Tot", "P_650_799_Tot", "P_PI_NS_ns_Tot"],
  G29: ["CF_no_children_F", "OPF_ChU15_a_Total_F", "OPF_Total_F"],
  G35: ["Num_Psns_UR_2_Total", "Num_Psns_UR_3_Total"],
  G37: ["O_OR_DS_Sep_house", "R_RE_Agt_Total"],
  G38: ["M_0_299_DS_ns", "M_300_449_DS_Flat_apart", "M_450_599_DS_Other_dwg"],
  G43: ["lfs_N_the_labour_force_P"],
};

export type CensusRow = Readonly<Record<string, number | string>>;

/** Text of a DataPack table: one row a code; cells that a row does not name are 0. */
export function censusCsv(
  table: string,
  rows: Readonly<Record<string, CensusRow>>,
  key = "SAL_CODE_2021",
): string {
  const columns = [...CENSUS_TABLES.find(({ id }) => id === table)!.cells, ...(FILLERS[table] ?? [])];
  const lines = Object.entries(rows).map(([code, cells]) =>
    [code, ...columns.map((name) => cells[name] ?? 0)].join(","),
  );
  return `${[[key, ...columns].join(","), ...lines].join("\n")}\n`;
}

/** A file of the text, as UTF-8 unless bytes are given. */
export function textFile(path: string, content: string | Uint8Array): ImportFile {
  return new ImportFile(path, typeof content === "string" ? Buffer.from(content) : content);
}

/** Imports files that exist in memory only. */
export function importMade(
  files: readonly ImportFile[],
  options: Partial<Parameters<typeof runImport>[0]> = {},
): Promise<ImportOutcome> {
  const found = files.map((file): FoundFile => ({ file }));
  return runImport({ importers: IMPORTERS, files: found, ...options });
}

/** Why a file was refused, or what else became of it. */
export const wordsOf = (file: FileOutcome) => (file.status === "refused" ? file.reason : file.status);

/** Rows of a table, none where the import gave it none. */
export function tableOf(outcome: Pick<ImportOutcome, "tables">, table: string): readonly ImportRow[] {
  return outcome.tables.find((one) => one.table === table)?.rows ?? [];
}

/** Rows of a table by the value of its first key column. */
export function rowsByKey(
  outcome: ImportOutcome,
  table: string,
  key = "sal_code",
): Map<unknown, Record<string, unknown>> {
  return new Map(tableOf(outcome, table).map((row) => [row[key], row as Record<string, unknown>]));
}

/** A list of three invented suburbs, one of each special kind, in the way the geography lists are published. */
export const AREA_LIST = [
  "SAL_CODE_2021,SAL_NAME_2021",
  "10001,Aldgrove",
  "10002,Birchmoor (Upper Ash - NSW)",
  "20001,Aldgrove",
  "19494,No usual address (NSW)",
  "29797,Migratory - Offshore - Shipping (Vic.)",
  "90001,Far Island",
  "ZZZZZ,Outside Australia",
  "",
].join("\n");

/** A few suburbs whose names samples use. */
export const SOME_SUBURBS = textFile(
  "suburbs.csv",
  "SAL_CODE_2021,SAL_NAME_2021\n10001,Aldgrove (NSW)\n10002,Birchmoor\n20001,Aldgrove (Vic.)\n20002,Cedar Flat\n40001,Glenelg\n80001,Hume (ACT)\n80002,Tharwa\n",
);

/** Every source that needs to be allowed by name, so that cells of restricted files can be compared. */
export const EVERY_SOURCE: ReadonlySet<string> = new Set(
  IMPORTERS.flatMap(({ sources }) => sources)
    .filter(needsOptIn)
    .map(({ id }) => id),
);

/** Imports one more file than a list of suburbs, whatever may be shown of it. */
export const importOne = (file: ImportFile) =>
  importMade([SOME_SUBURBS, file], { allowedSources: EVERY_SOURCE });

/** A publisher's file by its path in a folder of them. */
export function publishedFile(folder: string, path: string): ImportFile {
  const full = join(folder, path);
  if (!existsSync(full)) throw new Error(`no ${full}`);
  return new ImportFile(full, readFileSync(full));
}

/** Folder of the publishers' files; undefined where the tests that need it are left out, as in the short form. */
export const REAL_DATA: string | undefined = publishersFiles();
/** Folder of the files that `data/australia` is made of. */
export const AUSTRALIA = process.env.TERRACE_AUSTRALIA;

/** One of the publishers' files. */
export const realFile = (path: string): ImportFile => publishedFile(REAL_DATA!, path);

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
