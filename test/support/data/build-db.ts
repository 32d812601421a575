import { tmpdir } from "node:os";
import { DATASET_TABLES, datasetTable } from "../../../src/dataset/tables/index.ts";
import { sqlType } from "../../../src/snapshot/load/column-sql.ts";
import type { Aggregate } from "../../../src/snapshot/tables/aggregate.ts";
import { sqlText } from "../../../src/snapshot/tables/sql-text.ts";
import { type BuildDatabase, openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";

/** A cell as a test writes it: dates `YYYY-MM-DD`, timestamps ISO with `Z`, JSON as a string. */
export type Cell = string | number | boolean | null | readonly string[];
export type PartialRow = Readonly<Record<string, Cell>>;

/**
 * Returns a function that makes rows: its positional arguments fill `columns` in order, `alike` adds common
 * cells (or derives them), and a row as last argument overrides. `rowOf("stock_code date", { close: 1
 * })("AAA", "2026-11-02", { volume: 5 })`
 */
export function rowOf(
  columns: string,
  alike: PartialRow | ((...cells: Cell[]) => PartialRow) = {},
): (...cells: (Cell | PartialRow)[]) => PartialRow {
  const names = columns.split(" ");
  return (...cells) => {
    const given = cells.slice(0, names.length) as Cell[];
    const named = Object.fromEntries(given.map((cell, i) => [names[i], cell]));
    const changes = cells[names.length] as PartialRow | undefined;
    return { ...(typeof alike === "function" ? alike(...given) : alike), ...named, ...changes };
  };
}

/** Rows below a header line; two or more spaces separate cells, "-" omits one. Adds `alike` to every row. */
export function rowsIn(text: string, alike: PartialRow = {}): PartialRow[] {
  const lines = text.trim().split("\n");
  const [columns, ...rows] = lines.map((line) => line.trim().split(/ {2,}/));
  return rows.map((cells) => {
    const given = columns.map((column, i) => [column, cells[i]]).filter(([, cell]) => cell !== "-");
    return { ...alike, ...Object.fromEntries(given) };
  });
}

/** As-of instant of the synthetic dataset; hand-made tables count days back from it. */
export const TEST_AS_OF = new Date("2026-11-13T00:00:00Z");

/** An in-memory build database with every dataset table, typed and empty, schema `serve` and `as_of` set. */
export async function emptyDatasetDatabase(asOf: Date = TEST_AS_OF): Promise<BuildDatabase> {
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 512, tempDirectory: tmpdir() });
  const tables = DATASET_TABLES.map(({ name, columns }) => {
    const typed = columns.map((c) => `"${c.name}" ${sqlType(c)}`);
    return `CREATE TABLE ${name} (${typed.join(", ")})`;
  });
  // All in one statement: one by one they take twice as long.
  await db.run(
    [...tables, `SET VARIABLE as_of = TIMESTAMP '${asOf.toISOString().slice(0, -1)}'`].join(";\n"),
  );
  return db;
}

function asGiven(value: Cell, type: string): Cell {
  if (value === null || typeof value === "object") return value;
  return type === "TIMESTAMP" ? String(value).replace(/Z$/, "") : String(value);
}

/** Inserts rows; columns that a row does not name get the table's default or null. */
export async function insertRows(
  db: BuildDatabase,
  tableName: string,
  rows: readonly PartialRow[],
): Promise<void> {
  const table = datasetTable(tableName);
  if (table === undefined) throw new Error(`no dataset table "${tableName}"`);
  const known = new Set(table.columns.map((c) => c.name));
  for (const row of rows) {
    const stray = Object.keys(row).find((name) => !known.has(name));
    if (stray !== undefined) throw new Error(`table ${tableName} has no column "${stray}"`);
  }
  if (rows.length === 0) return;
  // One string for all cells, cast per column: with one literal per cell DuckDB takes ten times as long.
  const columns = table.columns.filter((c) => c.default !== undefined || rows.some((row) => c.name in row));
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const casts = columns.map((c) => `CAST("${c.name}" AS ${sqlType(c)})`).join(", ");
  const shape = columns.map((c) => [c.name, sqlType(c).endsWith("[]") ? ["VARCHAR"] : "VARCHAR"]);
  const given = rows.map((row) =>
    Object.fromEntries(columns.map((c) => [c.name, asGiven(row[c.name] ?? c.default ?? null, sqlType(c))])),
  );
  const texts = [given, [Object.fromEntries(shape)]].map((value) => sqlText(JSON.stringify(value)));
  await db.run(
    `INSERT INTO ${tableName} (${names}) SELECT ${casts} FROM (SELECT unnest(from_json(${texts.join(", ")}), max_depth := 2))`,
  );
}

export async function insertTables(
  db: BuildDatabase,
  tables: Readonly<Record<string, readonly PartialRow[]>>,
): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await insertRows(db, table, rows);
}

export async function runAggregates(
  db: BuildDatabase,
  aggregates: readonly Aggregate[],
  asOf: Date = TEST_AS_OF,
): Promise<void> {
  for (const aggregate of aggregates) await aggregate.run(db, { asOf, sources: [], synthetic: true });
}

/** The aggregates of a list that the wanted tables depend on, in list order. */
export function aggregatesFor(aggregates: readonly Aggregate[], ...wanted: readonly string[]): Aggregate[] {
  const needed = new Set(wanted);
  const found = aggregates.toReversed().filter((aggregate) => {
    const own = [...aggregate.tables.map(({ name }) => `serve.${name}`), ...(aggregate.creates ?? [])];
    if (!own.some((name) => needed.has(name))) return false;
    for (const name of aggregate.reads) needed.add(name);
    return true;
  });
  return found.reverse();
}

export const runFor = (db: BuildDatabase, aggregates: readonly Aggregate[], ...wanted: readonly string[]) =>
  runAggregates(db, aggregatesFor(aggregates, ...wanted));
