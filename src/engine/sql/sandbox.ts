import { join } from "node:path";
import type { DuckDBConnection, DuckDBResult, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import { interruptOnAbort, throwIfAborted } from "../../runtime/abort.ts";
import { invalidArgument, isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { plainValue } from "../../snapshot/tables/plain-value.ts";
import { sqlParquet, sqlText } from "../../snapshot/tables/sql-text.ts";
import type { HiddenTables } from "../view.ts";

export interface SandboxOptions {
  readonly directory: string;
  readonly tables: readonly string[];
  /** Withheld tables: shown without rows, or with null in the withheld columns. */
  readonly hidden?: HiddenTables | undefined;
  /** Limit of the memory that DuckDB tracks. */
  readonly memoryLimitMb: number;
}

/** Column types of a result; every other SQL type is returned as its string form. */
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

/** A result that streams while it is computed. */
export interface SqlResult {
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  /** Columns of some thousand rows at a time. Ending the iteration early cancels the query. */
  chunks(): AsyncGenerator<{ readonly rowCount: number; readonly columns: readonly unknown[][] }, void, void>;
}

/** One snapshot's tables, open to any read-only SQL. */
export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/**
 * Opens the tables as views over their files. Statements cannot reach other files, the network, extensions or
 * settings, and only SELECTs run. One thread, so that queries leave CPU for the other calls.
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
  /** Files that statements may read directly. A table with withheld data is copied without it instead. */
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
    /** Runs one statement, a SELECT or an equivalent, on its own connection. */
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
        // Computes every column again after a failure, to get the error message that the stream lost.
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

/** SQL for a table's rows with null in the columns of `without`, or without rows if that is empty. */
function shownRows(from: string, columns: readonly string[], without: readonly string[]): string {
  if (without.length === 0) return `FROM ${from} LIMIT 0`;
  const shown = columns.map((name) =>
    without.includes(name) ? `if(false, "${name}", NULL) AS "${name}"` : `"${name}"`,
  );
  return `SELECT ${shown.join(", ")} FROM ${from}`;
}

/** Strips trailing semicolons and white space. A regex for these backtracks quadratically. */
function withoutEnd(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[\s;]/.test(sql[end - 1])) end--;
  return sql.slice(0, end);
}

/**
 * The statement plus a last row with `true` in an extra column: DuckDB ends the stream of a failed statement
 * without an error, so only this row proves that all came. Undefined if it cannot be a subquery.
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

/** Makes names unique by numbering the repeated ones. */
function distinct(names: readonly string[]): string[] {
  const given = new Map<string, number>();
  return names.map((name) => {
    const before = given.get(name) ?? 0;
    given.set(name, before + 1);
    return before === 0 ? name : `${name}:${before}`;
  });
}

/** Strips a comment from the last line. A false match within a string only leaves an invalid statement. */
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
  // Without the end mark, a failed statement looks the same as a complete one.
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
  // Non-finite numbers become null: JSON, CSV and the files have none.
  return typeof plain === "number" && !Number.isFinite(plain) ? null : plain;
}

/** Passes DuckDB's message to the author of the statement; it names only files of the snapshot. */
function toProblem(cause: unknown): never {
  if (isTerraceError(cause)) throw cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  throw new TerraceError("invalid_argument", text, { cause });
}
