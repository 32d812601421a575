import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { sqlParquet, sqlText } from "../../snapshot/tables/sql-text.ts";
import { makeTablesFolder } from "./tables-folder.ts";

/** Kept from text: finding one row would mean unpacking the thousands next to it. */
const SLOW_COMPRESSIONS = "dict_fsst,fsst,zstd";

/** Enough to read the widest group of Parquet rows, also one of a snapshot with larger groups than are written now. */
const LOAD_MEMORY_MB = 1024;

/**
 * What open questions may use together, and blocks of the tables that were read last: a question about the whole country
 * takes about 80 MB over the demo's listings. It is taken when it is needed, and nothing spills to the disk.
 */
const SERVE_MEMORY_MB = 512;

const PREPARE = `
SET temp_directory = '';
SET enable_external_file_cache = false;
SET disabled_compression_methods = '${SLOW_COMPRESSIONS}'`;

/** The temporary folder is missing, full or not writable; the cause says which. The tables are not to blame. */
export class TemporaryFolderError extends Error {}

/**
 * Copies Parquet files, rows in file order, into the schema `serve` of this connection's instance. The copy is a
 * read-only database file of this process alone, compressed, with small groups of rows so that a key finds a few
 * thousand; it has no name any more when this returns, and its room is free when the instance closes or the process
 * ends. After a TemporaryFolderError the instance is of no use any more.
 */
export async function loadIntoFile(
  connection: DuckDBConnection,
  directory: string,
  tables: readonly string[],
): Promise<void> {
  const folder = await makeTablesFolder().catch((cause: unknown) => {
    throw new TemporaryFolderError("no temporary folder can be made", { cause });
  });
  const file = sqlText(join(folder, "serve.duckdb"));
  try {
    await connection.run(PREPARE);
    await connection.run(`
      SET memory_limit = '${LOAD_MEMORY_MB}MB';
      ATTACH ${file} AS serve (ROW_GROUP_SIZE 8192)
    `);
    await copyTables(connection, directory, tables);
    await connection.run(`
      DETACH serve;
      ATTACH ${file} AS serve (READ_ONLY);
      SET memory_limit = '${SERVE_MEMORY_MB}MB';
      SET enable_external_access = false
    `);
  } catch (cause) {
    // DuckDB names the file that it could not write; one of the snapshot lies elsewhere.
    const isTemporary = cause instanceof Error && cause.message.includes(folder);
    throw isTemporary ? new TemporaryFolderError("the temporary folder cannot be used", { cause }) : cause;
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** The same in memory, whole: for systems without room for a temporary file. */
export async function loadIntoMemory(
  connection: DuckDBConnection,
  directory: string,
  tables: readonly string[],
): Promise<void> {
  await connection.run(PREPARE);
  await connection.run("ATTACH ':memory:' AS serve (ROW_GROUP_SIZE 8192)");
  await copyTables(connection, directory, tables);
  await connection.run("SET enable_external_access = false");
}

/** Copies every file in one transaction: each would wait for the disk. */
async function copyTables(
  connection: DuckDBConnection,
  directory: string,
  tables: readonly string[],
): Promise<void> {
  await connection.run("BEGIN");
  for (const { table, path } of await largestFirst(directory, tables)) {
    await connection.run(`CREATE TABLE serve."${table}" AS FROM ${sqlParquet(path)}`);
  }
  await connection.run("COMMIT");
}

/** The largest table first: what it leaves behind in memory has room for all that follow. */
async function largestFirst(directory: string, tables: readonly string[]) {
  const files = await Promise.all(
    tables.map(async (table) => {
      const path = join(directory, `${table}.parquet`);
      return { table, path, bytes: (await stat(path)).size };
    }),
  );
  return files.sort((a, b) => b.bytes - a.bytes);
}
