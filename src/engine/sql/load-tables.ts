import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { sqlParquet, sqlText } from "../../snapshot/tables/sql-text.ts";
import { makeTablesFolder } from "./tables-folder.ts";

/** Disabled for strings: reading one row would decompress thousands around it. */
const SLOW_COMPRESSIONS = "dict_fsst,fsst,zstd";

/** Fits the widest row group of a Parquet file, also of older snapshots with larger groups. */
const LOAD_MEMORY_MB = 1024;

/** Limit for running queries and cached blocks, on demand. A country-wide query takes 80 MB on the demo. */
const SERVE_MEMORY_MB = 512;

const PREPARE = `
SET temp_directory = '';
SET enable_external_file_cache = false;
SET disabled_compression_methods = '${SLOW_COMPRESSIONS}'`;

/** The temp folder is missing, full or not writable; `cause` says which. The tables themselves are fine. */
export class TemporaryFolderError extends Error {}

/**
 * Copies Parquet files, rows in file order, into the schema `serve` of this connection's instance. The copy
 * is a compressed, read-only database file of this process alone, with small row groups so that a lookup by
 * key reads a few thousand rows. The file is unlinked on return; its space is freed when the instance closes
 * or the process ends. After a TemporaryFolderError the instance is unusable.
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
    // DuckDB names the file that it could not write; the snapshot's own files are elsewhere.
    const isTemporary = cause instanceof Error && cause.message.includes(folder);
    throw isTemporary ? new TemporaryFolderError("the temporary folder cannot be used", { cause }) : cause;
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Copies the tables into memory instead, for systems without room for a temp file. */
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

/** Copies all files in one transaction: each commit would wait for the disk. */
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

/** The largest table first: the memory that it frees is then enough for all others. */
async function largestFirst(directory: string, tables: readonly string[]) {
  const files = await Promise.all(
    tables.map(async (table) => {
      const path = join(directory, `${table}.parquet`);
      return { table, path, bytes: (await stat(path)).size };
    }),
  );
  return files.sort((a, b) => b.bytes - a.bytes);
}
