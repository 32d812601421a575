import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

export type CsvRow = Readonly<Record<string, string>>;

/** Rows of a CSV file by column name; an empty cell is "". */
export function readCsv(path: string): CsvRow[] {
  return parse(readFileSync(path), { columns: true }) as CsvRow[];
}
