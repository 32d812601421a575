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

/** Columns that identify a Census table but no derivation reads: made tables look like published ones. */
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

/** CSV of a DataPack table, one row per code; missing cells are 0. */
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

/** A file with this content; strings are encoded as UTF-8. */
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

export const wordsOf = (file: FileOutcome) => (file.status === "refused" ? file.reason : file.status);

export function tableOf(outcome: Pick<ImportOutcome, "tables">, table: string): readonly ImportRow[] {
  return outcome.tables.find((one) => one.table === table)?.rows ?? [];
}

export function rowsByKey(
  outcome: ImportOutcome,
  table: string,
  key = "sal_code",
): Map<unknown, Record<string, unknown>> {
  return new Map(tableOf(outcome, table).map((row) => [row[key], row as Record<string, unknown>]));
}

/** Three invented suburbs, one of each special kind, in the format of the published geography lists. */
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

/** Some suburbs whose names samples use. */
export const SOME_SUBURBS = textFile(
  "suburbs.csv",
  "SAL_CODE_2021,SAL_NAME_2021\n10001,Aldgrove (NSW)\n10002,Birchmoor\n20001,Aldgrove (Vic.)\n20002,Cedar Flat\n40001,Glenelg\n80001,Hume (ACT)\n80002,Tharwa\n",
);

/** Every source that must be allowed by name: for tests that compare cells of restricted files. */
export const EVERY_SOURCE: ReadonlySet<string> = new Set(
  IMPORTERS.flatMap(({ sources }) => sources)
    .filter(needsOptIn)
    .map(({ id }) => id),
);

/** Imports a file next to SOME_SUBURBS, with every source allowed. */
export const importOne = (file: ImportFile) =>
  importMade([SOME_SUBURBS, file], { allowedSources: EVERY_SOURCE });

function publishedFile(folder: string, path: string): ImportFile {
  const full = join(folder, path);
  if (!existsSync(full)) throw new Error(`no ${full}`);
  return new ImportFile(full, readFileSync(full));
}

/** Folder of the publishers' files; undefined where tests that need it are skipped, as in the short form. */
export const REAL_DATA: string | undefined = publishersFiles();
/** Folder of the source files of `data/australia`. */
export const AUSTRALIA = process.env.TERRACE_AUSTRALIA;

export const realFile = (path: string): ImportFile => publishedFile(REAL_DATA!, path);

/** The string in UTF-16LE with a byte order mark. */
export function utf16(text: string): Uint8Array {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
}

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

/** Adds a cell far below the others whose shared string is missing: only the rows above it can be read. */
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

/** A file of lines, each ended by a line feed. */
export function linesFile(name: string, ...lines: string[]): ImportFile {
  return textFile(name, `${lines.join("\n")}\n`);
}

export function cellsOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  ...columns: string[]
): unknown[][] {
  return rows.map((row) => columns.map((name) => row[name]));
}

interface Rejecting {
  readonly rejects: NonNullable<Combined["rejects"]>;
}

/** Each reject rule with the row of its first example, in order: "no code 5; no date 7". */
export function rejectedRows({ rejects }: Rejecting): string {
  return rejects.map(({ rule, examples }) => `${rule} ${examples[0].row}`).join("; ");
}

/** Each reject rule with its number of rows, in order. */
export function rejectedCounts({ rejects }: Rejecting): string {
  return rejects.map(({ rule, count }) => `${rule} ${count}`).join("; ");
}

export function rowsOf(combined: Combined, table: string): ImportRow[] {
  return combined.fragments.filter((fragment) => fragment.table === table).flatMap(({ rows }) => rows);
}
