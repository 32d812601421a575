import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServingDatabase, type ServingDatabase } from "../../../src/engine/sql/database.ts";
import type { Aggregate } from "../../../src/snapshot/build/aggregate.ts";
import type { BuildDatabase } from "../../../src/snapshot/build/write-tables.ts";
import { runAggregates } from "./build-db.ts";

/** Runs the aggregates and serves their tables from Parquet files, as a snapshot does. */
export async function serveAggregates(
  db: BuildDatabase,
  aggregates: readonly Aggregate[],
): Promise<ServingDatabase> {
  await runAggregates(db, aggregates);
  const directory = await mkdtemp(join(tmpdir(), "terrace-serve-"));
  const tables = aggregates.flatMap((aggregate) => aggregate.tables);
  for (const { name, orderBy } of tables) {
    await db.writeParquet(
      `SELECT * FROM serve.${name} ORDER BY ${orderBy}`,
      join(directory, `${name}.parquet`),
    );
  }
  const names = tables.map((table) => table.name);
  const database = await openServingDatabase({ directory, tables: names, connections: 2, maxWaiting: 64 });
  // The tables are in memory once the database is open.
  await rm(directory, { recursive: true, force: true });
  return database;
}
