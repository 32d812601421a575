import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { readDatasetManifest } from "../../../src/dataset/dataset.ts";
import { tablesFolderOf } from "../../../src/dataset/locate-tables.ts";

export type CsvRow = Readonly<Record<string, string>>;

/** Rows of a CSV file by column name; an empty cell is "". */
export function readCsv(path: string): CsvRow[] {
  return parse(readFileSync(path), { columns: true }) as CsvRow[];
}

/** The same of a table of a dataset. */
export async function tableRows(dataset: string, table: string): Promise<CsvRow[]> {
  const folder = await tablesFolderOf(dataset, await readDatasetManifest(dataset));
  return readCsv(join(folder, `${table}.csv`));
}
