import { type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";
import { sqlText } from "./sql-text.ts";

/** A DuckDB database that exists only during a build. */
export interface BuildDatabase {
  /** Runs statements; named parameters are `$name`. */
  run(sql: string, parameters?: Readonly<Record<string, DuckDBValue>>): Promise<void>;
  /** Rows as objects with JavaScript values; for small results. */
  rows<Row>(sql: string, parameters?: Readonly<Record<string, DuckDBValue>>): Promise<Row[]>;
  /** Columns of a result as plain JavaScript arrays, by column name. */
  columns(sql: string): Promise<Record<string, unknown[]>>;
  /** Appends rows, given as columns of equal length in table order. */
  append(table: string, columns: readonly (readonly DuckDBValue[])[]): Promise<void>;
  /** Writes a query's rows in order to a Parquet file with reproducible bytes; returns their count. */
  writeParquet(sql: string, path: string, options?: ParquetOptions): Promise<number>;
  /** Opens a connection that runs statements concurrently, and runs `opening`. Closes with this one. */
  beside(opening?: string): Promise<BuildDatabase>;
  /** Interrupts running statements, also on connections from `beside`; their promises reject. */
  interrupt(): void;
  close(): void;
}

export interface ParquetOptions {
  readonly groupRows?: number;
  /** Default zstd; compressing a file that the build reads once does not pay. */
  readonly compression?: "zstd" | "uncompressed";
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface BuildDatabaseOptions {
  /** Database file, or `:memory:`. A file bounds the build's memory. */
  readonly path: string;
  readonly memoryLimitMb: number;
  /** Spill directory of DuckDB. */
  readonly tempDirectory: string;
}

/** Readers hold a row group at once, one column at a time; some columns are kilobytes a row. */
const PARQUET_GROUP_ROWS = 2048;

/** Schemas of served tables, and of tables that aggregates pass to each other. */
export const SCHEMAS = ["serve", "work", "step", "derived", "open"];

const SETTINGS = [
  // The file is never opened again, so merging its log would only take time.
  "PRAGMA disable_checkpoint_on_shutdown",
  // GLOBAL: for every connection.
  "SET GLOBAL TimeZone = 'UTC'",
  // DuckDB expects few rows of an unnested list. With thousands, a loop join would compare all pairs.
  "SET GLOBAL asof_loop_join_threshold = 0",
];

/** Opens a build database with one DuckDB thread: a build shares its machine with the server. */
export async function openBuildDatabase(options: BuildDatabaseOptions): Promise<BuildDatabase> {
  const instance = await DuckDBInstance.create(options.path, {
    threads: "1",
    memory_limit: `${options.memoryLimitMb}MB`,
    temp_directory: options.tempDirectory,
  });
  const db = await connectTo(instance, () => instance.closeSync());
  const schemas = SCHEMAS.map((schema) => `CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await db.run([...SETTINGS, ...schemas].join("; "));
  return db;
}

async function connectTo(
  instance: DuckDBInstance,
  onClose: () => void,
  opening?: string,
): Promise<BuildDatabase> {
  const connection = await instance.connect();
  try {
    if (opening !== undefined) await connection.run(opening);
  } catch (error) {
    connection.closeSync();
    throw error;
  }
  const beside = new Set<BuildDatabase>();
  return {
    run: async (sql, parameters) => {
      await connection.run(sql, parameters);
    },
    rows: async <Row>(sql: string, parameters?: Readonly<Record<string, DuckDBValue>>) => {
      const reader = await connection.runAndReadAll(sql, parameters);
      return reader.getRowObjectsJS() as Row[];
    },
    columns: async (sql) => {
      const reader = await connection.runAndReadAll(sql);
      const columns = reader.getColumnsJS();
      return Object.fromEntries(reader.columnNames().map((name, i) => [name, columns[i] ?? []]));
    },
    append: (table, columns) => appendColumns(connection, table, columns),
    writeParquet: async (
      sql,
      path,
      { groupRows = PARQUET_GROUP_ROWS, compression = "zstd", metadata = {} } = {},
    ) => {
      const pairs = Object.entries(metadata).map(([key, text]) => `${key}: ${sqlText(text)}`);
      const further = pairs.length === 0 ? "" : `, KV_METADATA {${pairs.join(", ")}}`;
      const copied = await connection.runAndReadAll(
        `COPY (${sql}) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION ${compression}, ROW_GROUP_SIZE ${groupRows}${further})`,
      );
      return Number(copied.getRows()[0][0]);
    },
    beside: async (opening) => {
      const other: BuildDatabase = await connectTo(instance, () => beside.delete(other), opening);
      beside.add(other);
      return other;
    },
    interrupt: () => {
      connection.interrupt();
      for (const other of beside) other.interrupt();
    },
    close: () => {
      // A failed statement keeps its files open until its connection is closed.
      for (const other of beside) other.close();
      connection.closeSync();
      onClose();
    },
  };
}

/** Row limit of a DuckDB chunk. */
const CHUNK_ROWS = 2048;

async function appendColumns(
  connection: DuckDBConnection,
  table: string,
  columns: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  const [schema, name] = table.includes(".") ? table.split(".") : [undefined, table];
  const appender = await connection.createAppender(name, schema);
  const types = columns.map((_, i) => appender.columnType(i));
  const rowCount = columns[0]?.length ?? 0;
  for (let from = 0; from < rowCount; from += CHUNK_ROWS) {
    const chunk = DuckDBDataChunk.create(types, Math.min(CHUNK_ROWS, rowCount - from));
    for (const [i, column] of columns.entries()) {
      chunk.setColumnValues(i, column.slice(from, from + CHUNK_ROWS));
    }
    appender.appendDataChunk(chunk);
  }
  appender.flushSync();
  appender.closeSync();
}
