import { DuckDBInstance, type DuckDBResultReader } from "@duckdb/node-api";

/** Runs statements in a new DuckDB, without the engine, and returns the result of the last one. */
export async function askDuckdb(...statements: [string, ...string[]]): Promise<DuckDBResultReader> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    for (const sql of statements.slice(0, -1)) await connection.run(sql);
    return await connection.runAndReadAll(statements.at(-1)!);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
