import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { inject } from "vitest";
import { readDatasetManifest } from "../../../src/dataset/dataset.ts";
import { tablesFolderOf } from "../../../src/dataset/locate-tables.ts";

export type CsvRow = Readonly<Record<string, string>>;

/** Rows of a CSV file by column name; an empty cell is "". */
export function readCsv(path: string): CsvRow[] {
  return parse(readFileSync(path), { columns: true }) as CsvRow[];
}

/** Rows of a table of the opinion country; each table is read once. */
export function opinionRows(table: string): readonly CsvRow[] {
  const rows = read.get(table) ?? readCsv(join(inject("opinionCountry").datasetDir, `${table}.csv`));
  read.set(table, rows);
  return rows;
}
const read = new Map<string, CsvRow[]>();

export async function tableRows(dataset: string, table: string): Promise<CsvRow[]> {
  const folder = await tablesFolderOf(dataset, await readDatasetManifest(dataset));
  return readCsv(join(folder, `${table}.csv`));
}
