import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CENSUS_TABLES } from "../../../src/importers/census/census-tables.ts";
import type { FoundFile } from "../../../src/importers/files/find-files.ts";
import type { ImportRow } from "../../../src/importers/importer.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import type { ImportOutcome } from "../../../src/importers/run/import-outcome.ts";
import { runImport } from "../../../src/importers/run/run-import.ts";
import { needsOptIn } from "../../../src/importers/source-licence.ts";

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

export function textFile(path: string, text: string): ImportFile {
  return new ImportFile(path, Buffer.from(text));
}

/** Imports files that exist in memory only. */
export function importMade(
  files: readonly ImportFile[],
  options: Partial<Parameters<typeof runImport>[0]> = {},
): Promise<ImportOutcome> {
  const found = files.map((file): FoundFile => ({ file }));
  return runImport({ importers: IMPORTERS, files: found, ...options });
}

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

/** A publisher's file by its path in a folder of them. */
export function publishedFile(folder: string, path: string): ImportFile {
  const full = join(folder, path);
  if (!existsSync(full)) throw new Error(`no ${full}`);
  return new ImportFile(full, readFileSync(full));
}
