import { loadAggregates } from "../../domains/aggregates.ts";
import type { Sandbox } from "../../engine/sql/sandbox.ts";

export interface LoadedColumn {
  readonly name: string;
  /** Type name of DuckDB. */
  readonly type: string;
  /** Documentation from the data dictionary. */
  readonly doc?: string | undefined;
  readonly isFilled: boolean;
  /** The minimum of a DATE column, as YYYY-MM-DD. */
  readonly earliest?: string | undefined;
}

export interface LoadedTable {
  readonly name: string;
  readonly columns: readonly LoadedColumn[];
  /** Primary key: the table's sort order, if all its columns are filled; otherwise empty. */
  readonly key: readonly string[];
  readonly rows: number;
}

/** A view named after an API method, over the table that the method reads. */
export interface MethodView {
  readonly name: string;
  readonly table: string;
  readonly doc: string;
}

/** A database to load into. Other users see the whole load after `finish`, or nothing. */
export interface LoadTarget {
  /** The id of the loaded snapshot; throws when the schema exists and was not made by this command. */
  loaded(): Promise<string | undefined>;
  begin(): Promise<void>;
  /** Loads one table; `lines` are rows with tab-separated cells. */
  take(table: LoadedTable, lines: AsyncIterable<string>): Promise<void>;
  /** Replaces the tables of the previous load and adds the views. */
  finish(snapshotId: string, description: string, views: readonly MethodView[]): Promise<void>;
  close(): Promise<void>;
}

/** True for lists, structs and maps, which are loaded as JSON. */
export const isNested = (type: string): boolean => /^(STRUCT|MAP)|\[\]$/.test(type);

/** The tables of a snapshot with their keys, filled columns and earliest days, computed from the rows. */
export async function* describedTables(
  sandbox: Sandbox,
  docs: (table: string, column: string) => string | undefined,
  signal: AbortSignal,
): AsyncGenerator<LoadedTable, void, void> {
  const served = (await loadAggregates()).flatMap(({ tables }) => tables);
  for (const name of (await sandbox.tables()).keys()) {
    const columns = await columnsOf(sandbox, name, signal);
    const facts = await oneRow(
      sandbox,
      `SELECT count(*), ${columns
        .flatMap(({ name: column, type }) => [
          `count("${column}")`,
          type === "DATE" ? `CAST(min("${column}") AS VARCHAR)` : "NULL",
        ])
        .join(", ")} FROM "${name}"`,
      signal,
    );
    const rows = Number(facts[0]);
    const described = columns.map(({ name: column, type }, i) => ({
      name: column,
      type,
      doc: docs(name, column),
      isFilled: Number(facts[1 + 2 * i]) === rows,
      earliest: (facts[2 + 2 * i] as string | null) ?? undefined,
    }));
    const order = served.find((one) => one.name === name)?.orderBy.split(", ") ?? [""];
    const isKey = order.every((one) => described.some((column) => column.name === one && column.isFilled));
    yield { name, columns: described, key: isKey ? order : [], rows };
  }
}

async function columnsOf(sandbox: Sandbox, table: string, signal: AbortSignal) {
  const { chunks } = await sandbox.ask(`SELECT column_name, column_type FROM (DESCRIBE "${table}")`, signal);
  const found: { name: string; type: string }[] = [];
  for await (const { rowCount, columns } of chunks()) {
    for (let i = 0; i < rowCount; i++)
      found.push({ name: String(columns[0][i]), type: String(columns[1][i]) });
  }
  return found;
}

async function oneRow(sandbox: Sandbox, sql: string, signal: AbortSignal): Promise<unknown[]> {
  const { chunks } = await sandbox.ask(sql, signal);
  let row: unknown[] = [];
  for await (const { columns } of chunks()) row = columns.map(([value]) => value);
  return row;
}

/** Rows for both PostgreSQL's COPY and ClickHouse's TabSeparated: tab-separated cells, null is \N. */
export async function* tableLines(
  sandbox: Sandbox,
  { name, columns }: LoadedTable,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const cells = columns.map(({ name: column, type }) => {
    const text = isNested(type) ? `CAST(to_json("${column}") AS VARCHAR)` : `CAST("${column}" AS VARCHAR)`;
    return `coalesce(${isText(type) ? escaped(text) : text}, '\\N')`;
  });
  const { chunks } = await sandbox.ask(
    `SELECT concat_ws(chr(9), ${cells.join(", ")}) FROM "${name}"`,
    signal,
  );
  for await (const { rowCount, columns: lines } of chunks()) {
    if (rowCount > 0) yield `${lines[0].join("\n")}\n`;
  }
}

const isText = (type: string) => type === "VARCHAR" || isNested(type);

/** SQL that escapes the characters that end cells and lines, and drops NUL, which PostgreSQL cannot store. */
function escaped(text: string): string {
  const pairs = [
    ["chr(92)", "chr(92) || chr(92)"],
    ["chr(9)", "chr(92) || 't'"],
    ["chr(10)", "chr(92) || 'n'"],
    ["chr(13)", "chr(92) || 'r'"],
    ["chr(0)", "''"],
  ];
  return pairs.reduce((inner, [from, to]) => `replace(${inner}, ${from}, ${to})`, text);
}
