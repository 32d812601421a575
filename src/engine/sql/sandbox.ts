import { join } from "node:path";
import type { DuckDBConnection, DuckDBResult, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import { interruptOnAbort, throwIfAborted } from "../../runtime/abort.ts";
import { invalidArgument, isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { plainValue } from "../../snapshot/tables/plain-value.ts";
import { sqlParquet, sqlText } from "../../snapshot/tables/sql-text.ts";
import type { HiddenTables } from "../view.ts";

export interface SandboxOptions {
  /** Folder that holds `<table>.parquet`. */
  readonly directory: string;
  readonly tables: readonly string[];
  /** Tables that are shown without rows, or without the values of some columns. */
  readonly hidden?: HiddenTables | undefined;
  /** What DuckDB may take of what it counts. */
  readonly memoryLimitMb: number;
}

/** The kinds of values that a result's columns have; everything else is returned as text. */
export type SqlType =
  | "text"
  | "int32"
  | "int64"
  | "float32"
  | "float64"
  | "bool"
  | "date"
  | "timestamp"
  | "text[]";

/** An answer that is read while it is computed. */
export interface SqlResult {
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  /** Rows by column, some thousands at a time. Ending early ends the query. */
  chunks(): AsyncGenerator<{ readonly rowCount: number; readonly columns: readonly unknown[][] }, void, void>;
}

/** The plain tables of one snapshot, open to any question in SQL that only reads. */
export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/**
 * Opens the tables as views over their files. No statement reaches any other file, the network, an extension or a
 * setting; and none that could write is run. One thread: open questions must not take the processor from the calls.
 */
export async function openSandbox(options: SandboxOptions) {
  const { directory, tables, hidden = new Map<string, readonly string[]>(), memoryLimitMb } = options;
  const { DuckDBInstance, StatementType } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", {
    threads: "1",
    memory_limit: `${memoryLimitMb}MB`,
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const first = await instance.connect();
  /** Files that a statement may read by itself: one that holds something withheld is copied without it. */
  const files: string[] = [];
  for (const table of tables) {
    const file = join(directory, `${table}.parquet`);
    const without = hidden.get(table);
    if (without === undefined) {
      files.push(file);
      await first.run(`CREATE VIEW "${table}" AS FROM ${sqlParquet(file)}`);
    } else {
      const from = sqlParquet(file);
      const described = await first.runAndReadAll(`SELECT column_name FROM (DESCRIBE FROM ${from})`);
      const columns = described.getRows().map(([name]) => String(name));
      await first.run(`CREATE TABLE "${table}" AS ${shownRows(from, columns, without)}`);
    }
  }
  await first.run(`
    SET GLOBAL TimeZone = 'UTC';
    SET allowed_paths = [${files.map(sqlText).join(", ")}];
    SET enable_external_access = false;
    SET lock_configuration = true
  `);
  let isClosed = false;

  async function prepare(connection: DuckDBConnection, sql: string) {
    if (sql.trim() === "") throw invalidArgument("one statement at a time; this text has 0");
    const statements = await connection.extractStatements(sql).catch(toProblem);
    if (statements.count !== 1) {
      throw invalidArgument(`one statement at a time; this text has ${statements.count}`);
    }
    const prepared = await statements.prepare(0).catch(toProblem);
    if (prepared.statementType !== StatementType.SELECT) {
      throw invalidArgument(
        "only statements that read are run: SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE",
      );
    }
    return prepared;
  }

  return {
    /** Asks a question on a connection of its own; one statement, which must be a SELECT or what reads like one. */
    ask: async (sql: string, signal: AbortSignal) => {
      if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
      throwIfAborted(signal);
      const connection = await instance.connect();
      const stopInterrupting = interruptOnAbort(signal, () => connection.interrupt());
      const end = () => {
        stopInterrupting();
        connection.closeSync();
      };
      const rethrow = (cause: unknown): never => {
        throwIfAborted(signal);
        return toProblem(cause);
      };
      try {
        const prepared = await prepare(connection, sql);
        const { columnCount } = prepared;
        const marked = await markEnd(connection, sql, columnCount);
        const result = await (marked?.statement ?? prepared).stream().catch(rethrow);
        const types = (await typesOf(result)).slice(0, columnCount);
        const names = distinct(Array.from({ length: columnCount }, (_, i) => prepared.columnName(i)));
        // Each column is asked for again: what is wrong with one is said then.
        const explain = marked && (() => connection.run(`SELECT count(COLUMNS(*)) FROM ${marked.from}`));
        return {
          columns: types.map((type, i) => ({ name: names[i], type })),
          chunks: () => chunksOf(result, types, explain, end, rethrow),
        };
      } catch (error) {
        end();
        throwIfAborted(signal);
        throw error;
      }
    },
    /** Columns of each table, for completion and documentation. */
    tables: async () => {
      const reader = await first.runAndReadAll(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY ALL",
      );
      const found = new Map<string, { name: string; type: string }[]>(tables.map((table) => [table, []]));
      for (const [table, name, type] of reader.getRows() as string[][])
        found.get(table)?.push({ name, type });
      return found;
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      first.closeSync();
      instance.closeSync();
    },
  };
}

/** SQL for the rows of a table without the values of some columns; without any row where none is named. */
function shownRows(from: string, columns: readonly string[], without: readonly string[]): string {
  if (without.length === 0) return `FROM ${from} LIMIT 0`;
  const shown = columns.map((name) =>
    without.includes(name) ? `if(false, "${name}", NULL) AS "${name}"` : `"${name}"`,
  );
  return `SELECT ${shown.join(", ")} FROM ${from}`;
}

/** A statement without the semicolons and spaces after it; a pattern for these tries again at each of them. */
function withoutEnd(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[\s;]/.test(sql[end - 1])) end--;
  return sql.slice(0, end);
}

/**
 * The statement with one row more, the last, whose further column says that it is the end: DuckDB streams the rows before
 * an error, and then says nothing, as if they were all. Undefined for a text that cannot stand inside another.
 */
async function markEnd(connection: DuckDBConnection, sql: string, columns: number) {
  const nulls = "NULL, ".repeat(columns);
  for (const text of [sql, withoutComment(sql)]) {
    const from = `(\n${withoutEnd(text)}\n)`;
    const marked = `SELECT *, false FROM ${from} UNION ALL SELECT ${nulls}true`;
    const statement = await connection.prepare(marked).catch(() => undefined);
    if (statement !== undefined) return { statement, from };
  }
  return undefined;
}

/** Names of which none is there twice: the others are numbered. */
function distinct(names: readonly string[]): string[] {
  const given = new Map<string, number>();
  return names.map((name) => {
    const before = given.get(name) ?? 0;
    given.set(name, before + 1);
    return before === 0 ? name : `${name}:${before}`;
  });
}

/** Without what may be a comment behind the statement; in the middle of a text it leaves no statement at all. */
function withoutComment(sql: string): string {
  const lastLine = sql.trimEnd().lastIndexOf("\n") + 1;
  const comment = sql.indexOf("--", lastLine);
  return comment < 0 ? sql : sql.slice(0, comment);
}

async function* chunksOf(
  result: DuckDBResult,
  types: readonly SqlType[],
  explain: (() => Promise<unknown>) | undefined,
  end: () => void,
  rethrow: (cause: unknown) => never,
) {
  // Only a statement whose end is marked can be told from one that failed.
  const isMarked = explain !== undefined;
  let isWhole = !isMarked;
  let rows = 0;
  try {
    for (;;) {
      const chunk = await result.fetchChunk().catch(rethrow);
      if (chunk === null || chunk.rowCount === 0) break;
      if (isMarked) isWhole = chunk.getColumnVector(types.length).getItem(chunk.rowCount - 1) === true;
      const rowCount = chunk.rowCount - (isMarked && isWhole ? 1 : 0);
      rows += rowCount;
      const columns = types.map((type, c) => {
        const vector = chunk.getColumnVector(c);
        return Array.from({ length: rowCount }, (_, row) => cellOf(vector.getItem(row), type));
      });
      if (rowCount > 0) yield { rowCount, columns };
    }
    if (isWhole) return;
    await explain?.().catch(rethrow);
    rethrow(new Error(`the statement failed after ${rows} rows`));
  } finally {
    end();
  }
}

async function typesOf(result: DuckDBResult): Promise<SqlType[]> {
  const { DuckDBTypeId: Id } = await import("@duckdb/node-api");
  const byId = new Map<number, SqlType>([
    [Id.BOOLEAN, "bool"],
    [Id.TINYINT, "int32"],
    [Id.SMALLINT, "int32"],
    [Id.INTEGER, "int32"],
    [Id.UTINYINT, "int32"],
    [Id.USMALLINT, "int32"],
    [Id.UINTEGER, "int64"],
    [Id.BIGINT, "int64"],
    [Id.FLOAT, "float32"],
    [Id.DOUBLE, "float64"],
    [Id.DATE, "date"],
    [Id.TIMESTAMP, "timestamp"],
    [Id.TIMESTAMP_TZ, "timestamp"],
  ]);
  return result.columnTypes().map((type: DuckDBType) => {
    if (type.typeId === Id.LIST && (type as { valueType: DuckDBType }).valueType.typeId === Id.VARCHAR) {
      return "text[]";
    }
    return byId.get(type.typeId) ?? "text";
  });
}

function cellOf(value: DuckDBValue, type: SqlType): unknown {
  if (value === null) return null;
  if (type === "text") return typeof value === "string" ? value : String(value);
  const plain = plainValue(value);
  // Files have no infinities in their numbers, nor have JSON and CSV.
  return typeof plain === "number" && !Number.isFinite(plain) ? null : plain;
}

/** What DuckDB says is written for the author of the statement; it names no file but those of the snapshot. */
function toProblem(cause: unknown): never {
  if (isTerraceError(cause)) throw cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  throw new TerraceError("invalid_argument", text, { cause });
}
