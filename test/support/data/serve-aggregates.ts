import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { heavyThreads } from "../../../src/engine/heavy-threads.ts";
import { PageStore } from "../../../src/engine/pages/page-store.ts";
import { openServingDatabase } from "../../../src/engine/sql/database.ts";
import { derivedValues, type SnapshotView } from "../../../src/engine/view.ts";
import { PAGES_FOLDER, type SnapshotSource } from "../../../src/snapshot/manifest/manifest.ts";
import { buildPageSet } from "../../../src/snapshot/pages/build-page-set.ts";
import { PAGES_SUFFIX } from "../../../src/snapshot/pages/page-format.ts";
import type { PageSet } from "../../../src/snapshot/pages/page-set.ts";
import type { Aggregate } from "../../../src/snapshot/tables/aggregate.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { smallManifest } from "../country/small-snapshot.ts";
import { removeDirectory } from "../run/remove-directory.ts";
import { runAggregates } from "./build-db.ts";

/** Runs the aggregates and serves their tables from Parquet files with their pages, like a snapshot. */
export async function serveAggregates(
  db: BuildDatabase,
  aggregates: readonly Aggregate[],
  pageSets: readonly PageSet[] = [],
  sources: readonly SnapshotSource[] = [],
) {
  await runAggregates(db, aggregates);
  const directory = await mkdtemp(join(tmpdir(), "terrace-serve-"));
  const tables = aggregates.flatMap((aggregate) => aggregate.tables);
  for (const { name, orderBy } of tables) {
    await db.writeParquet(
      `SELECT * FROM serve.${name} ORDER BY ${orderBy}`,
      join(directory, `${name}.parquet`),
    );
  }
  await mkdir(join(directory, PAGES_FOLDER));
  for (const set of pageSets) {
    await buildPageSet(db, set, {
      path: join(directory, PAGES_FOLDER, `${set.name}${PAGES_SUFFIX}`),
      scratch: join(directory, "rows"),
      context: { sources, synthetic: true },
    });
  }
  const names = tables.map((table) => table.name);
  const database = await openServingDatabase({ directory, tables: names, connections: 2, maxWaiting: 64 });
  const pages = PageStore.open(
    directory,
    pageSets.map(({ name }) => name),
  );
  // By now the tables are in memory and the pages open.
  await removeDirectory(directory);
  const { derived, close } = derivedValues();
  const heavy = heavyThreads(16);
  const view = {
    manifest: smallManifest(1),
    database,
    pages,
    heavyWork: { hasThreads: false, thread: heavy.thread },
    derived,
  };
  return {
    view: view as unknown as SnapshotView,
    close: async () => {
      await close();
      await heavy.close();
      pages.close();
      await database.close();
    },
  };
}
