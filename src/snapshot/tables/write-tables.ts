import { type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";
import { sqlText } from "./sql-text.ts";

/** A DuckDB database that lives only while a snapshot is built. */
export interface BuildDatabase {
  /** Runs statements for their effect. Named parameters are `$name`. */
  run(sql: string, parameters?: Readonly<Record<string, DuckDBValue>>): Promise<void>;
  /** Rows as objects with JavaScript values; for small results only. */
  rows<Row>(sql: string, parameters?: Readonly<Record<string, DuckDBValue>>): Promise<Row[]>;
  /** Columns of a result as plain JavaScript arrays, by column name. */
  columns(sql: string): Promise<Record<string, unknown[]>>;
  /** Appends rows given as equally long column arrays, in table column order. */
  append(table: string, columns: readonly (readonly DuckDBValue[])[]): Promise<void>;
  /** Writes a query's rows, in its order, to a Parquet file with reproducible bytes and the metadata given; counts them. */
  writeParquet(sql: string, path: string, options?: ParquetOptions): Promise<number>;
  /**
   * Another connection to the same database: the statements of both run side by side. It is closed with this one, if
   * not before. `opening` is run first.
   */
  beside(opening?: string): Promise<BuildDatabase>;
  /** Interrupts the statements in progress, of connections next to this one too; their promises reject. */
  interrupt(): void;
  close(): void;
}

export interface ParquetOptions {
  readonly groupRows?: number;
  /** zstd unless given: what a build reads once is not worth packing. */
  readonly compression?: "zstd" | "uncompressed";
  /** Texts by key, in the file's own metadata. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface BuildDatabaseOptions {
  /** Database file, or `:memory:`; a file keeps the build's memory bounded. */
  readonly path: string;
  readonly memoryLimitMb: number;
  /** Where DuckDB may spill. */
  readonly tempDirectory: string;
  /** Threads of DuckDB, one unless said; their number changes no byte of what is written. */
  readonly threads?: number;
}

/** Rows that a reader must hold at once, a column at a time: some are texts of kilobytes. */
const PARQUET_GROUP_ROWS = 2048;

/** Of served tables, and of those that aggregates leave to each other. */
export const SCHEMAS = ["serve", "work", "step", "derived", "open"];

const SETTINGS = [
  // Nobody opens the file again: putting its log in order would only take time.
  "PRAGMA disable_checkpoint_on_shutdown",
  // That of every connection.
  "SET GLOBAL TimeZone = 'UTC'",
  // Few rows are expected of a list that is unnested, and thousands come: all pairs would be compared.
  "SET GLOBAL asof_loop_join_threshold = 0",
];

/** An open build database. One thread unless said: a build shares its machine with the server that it feeds. */
export async function openBuildDatabase(options: BuildDatabaseOptions): Promise<BuildDatabase> {
  const instance = await DuckDBInstance.create(options.path, {
    threads: String(options.threads ?? 1),
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
      // A statement that failed holds its files until its connection is closed.
      for (const other of beside) other.close();
      connection.closeSync();
      onClose();
    },
  };
}

/** The most rows that a chunk of DuckDB holds. */
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
