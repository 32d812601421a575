import { execFileSync, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBUUIDValue, type DuckDBValue } from "@duckdb/node-api";
import * as xlsx from "@e965/xlsx";
import { findPolars } from "../../../native-free-bench/polars.ts";
import { plainValue } from "../../../src/snapshot/tables/plain-value.ts";
import { askDuckdb } from "../data/ask-duckdb.ts";

/** A row as other programs read it: dates as day numbers, instants as epoch milliseconds. */
export type ReadRow = Readonly<Record<string, unknown>>;

const DUCKDB_READERS: Readonly<Record<string, string>> = {
  csv: "read_csv",
  json: "read_json",
  ndjson: "read_json",
  parquet: "read_parquet",
};

/** A file's rows as DuckDB reads it, given only its name. */
export async function duckdbRows(file: string, format: string): Promise<ReadRow[]> {
  const every = `SELECT * FROM ${DUCKDB_READERS[format]}('${file}')`;
  const reader = await askDuckdb("SET TimeZone = 'UTC'", every);
  return reader.getRowObjects().map((row) =>
    Object.fromEntries(
      // DuckDB infers UUIDs from strings that look like them.
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof DuckDBUUIDValue ? value.toString() : plainValue(value as DuckDBValue),
      ]),
    ),
  );
}

export async function parquetMetadata(file: string): Promise<Map<string, string>> {
  const reader = await askDuckdb(`SELECT decode(key), decode(value) FROM parquet_kv_metadata('${file}')`);
  return new Map(reader.getRows() as [string, string][]);
}

const polars = await findPolars();

/** Whether Polars is installed: `npm run bench -- --fetch`. */
export const HAS_POLARS = polars !== undefined;

export function polarsRows(bytes: Buffer, format: "arrow" | "parquet"): ReadRow[] {
  return (format === "arrow" ? polars!.readIPC(bytes) : polars!.readParquet(bytes)).toRecords() as ReadRow[];
}

const PYTHON = "/usr/bin/python3";

export const HAS_PANDAS = spawnSync(PYTHON, ["-c", "import pandas"]).status === 0;

/** Each file's rows as pandas reads it, given only its name; one process for all, as it starts slowly. */
export function pandasRows(files: readonly string[]): ReadRow[][] {
  const program = `import pandas, sys
def read(f):
  if f.endswith(".csv"): return pandas.read_csv(f)
  return pandas.read_json(f, lines=f.endswith(".ndjson"))
for f in sys.argv[1:]: print(read(f).to_json(orient="records", double_precision=15))`;
  const text = execFileSync(PYTHON, ["-c", program, ...files], { encoding: "utf8", maxBuffer: 2 ** 28 });
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ReadRow[]);
}

export function spreadsheetRows(bytes: Buffer): ReadRow[] {
  const book = xlsx.read(bytes.toString("utf8"), { type: "string", raw: false });
  return xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]], { defval: null, raw: true });
}

/**
 * A workbook's rows, its columns with their units, and its sources. Dates and instants are ISO strings; the
 * workbook's clock is a fraction of a day, which loses a millisecond.
 */
export function workbookRows(bytes: Buffer) {
  const book = xlsx.read(bytes, { cellDates: true, UTC: true });
  const [data, columns, sources] = book.SheetNames.map((name) => book.Sheets[name]);
  const rows = xlsx.utils
    .sheet_to_json<Record<string, unknown>>(data, { raw: true, defval: null, UTC: true })
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [
          name,
          cell instanceof Date ? new Date(10 * Math.round(cell.getTime() / 10)).toISOString() : cell,
        ]),
      ),
    );
  const lists = xlsx.utils.sheet_to_json<string[]>(columns, { header: 1, defval: "" });
  return {
    rows: rows as ReadRow[],
    columns: lists.slice(1).map(([name, unit]) => [name, unit]),
    sources: JSON.stringify(xlsx.utils.sheet_to_json(sources, { header: 1 })),
  };
}

export async function download(url: string, folder: string): Promise<string> {
  const response = await fetch(url, {
    headers: { "user-agent": "terrace-tests/1", "accept-encoding": "identity" },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${bytes.toString()}`);
  const name =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "file.json";
  const file = join(folder, name);
  await writeFile(file, bytes);
  return file;
}
