import { loadAggregates } from "../../domains/aggregates.ts";
import type { Sandbox } from "../../engine/sql/sandbox.ts";

/** A column of a snapshot's table. */
export interface LoadedColumn {
  readonly name: string;
  /** DuckDB's type. */
  readonly type: string;
  /** What it holds, from the data dictionary. */
  readonly doc?: string | undefined;
  /** True when no row lacks it. */
  readonly isFilled: boolean;
  /** The earliest day of a column of days. */
  readonly earliest?: string | undefined;
}

/** A table of a snapshot as another database is given it. */
export interface LoadedTable {
  readonly name: string;
  readonly columns: readonly LoadedColumn[];
  /** Columns that tell its rows apart; empty where none do without an order of their own. */
  readonly key: readonly string[];
  readonly rows: number;
}

/** A view that is named for a method, over the table that the method answers from. */
export interface MethodView {
  readonly name: string;
  readonly table: string;
  readonly doc: string;
}

/** Where tables are loaded; what it was given is seen by others when it has all of it, or never. */
export interface LoadTarget {
  /** The snapshot that is there, if it was loaded by this command; throws when something else is in the way. */
  loaded(): Promise<string | undefined>;
  begin(): Promise<void>;
  /** Takes one table: its rows as text, a line each, cells by tabs. */
  take(table: LoadedTable, lines: AsyncIterable<string>): Promise<void>;
  /** Puts all tables in the place of those before, with views over them. */
  finish(snapshotId: string, description: string, views: readonly MethodView[]): Promise<void>;
  /** Forgets what was begun, if it was not finished. */
  close(): Promise<void>;
}

/** True for a type whose values are lists or objects: they are loaded as JSON. */
export const isNested = (type: string): boolean => /^(STRUCT|MAP)|\[\]$/.test(type);

/** The tables of a snapshot, with what their rows tell of keys, gaps and days. */
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

/** Names and types in the order of the table. */
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

/** Rows as the text that both COPY of PostgreSQL and TabSeparated of ClickHouse read: absent cells are \N. */
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

/** Text without the characters that end cells and lines, and without NUL, which no PostgreSQL holds. */
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
