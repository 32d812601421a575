import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { METRICS } from "../model/metric-registry.ts";
import { COLUMNS_FILE, TABLES_FOLDER } from "../snapshot/manifest.ts";
import type { VerifiedSnapshot } from "../snapshot/open.ts";
import { loadColumns } from "./columns/load-columns.ts";
import { correlationThread } from "./economy/correlation-thread.ts";
import { openEconomy } from "./economy/economy.ts";
import type { OwnedView } from "./engine.ts";
import { exploreByteLength } from "./explore/explore-memory.ts";
import type { FilterPool } from "./filter/filter-pool.ts";
import { filterByteLength, filterSpaceOf } from "./filter/filter-space.ts";
import { inlineFilter } from "./filter/inline-filter.ts";
import { openServingDatabase } from "./sql/database.ts";
import { derivedValues } from "./view.ts";

export interface OpenViewOptions {
  readonly sqlConnections: number;
  readonly sqlWaiting: number;
  /** Threads that evaluate filters, shared by all views; without them the calling thread does. */
  readonly filterPool?: FilterPool | undefined;
}

/** A view of a verified snapshot, its columns and tables in memory; its files are not needed any more. */
export async function openView(snapshot: VerifiedSnapshot, options: OpenViewOptions): Promise<OwnedView> {
  const { directory, manifest } = snapshot;
  const opening = openServingDatabase({
    directory: join(directory, TABLES_FOLDER),
    tables: manifest.tables,
    connections: options.sqlConnections,
    maxWaiting: options.sqlWaiting,
  });
  // Heard below; without a listener a failure while the columns load would end the process.
  opening.catch(() => {});
  const { filterPool } = options;
  const workerLanes = filterPool?.threads ?? 0;
  const rowCounts = [...manifest.states.map((state) => state.suburbs), manifest.national.suburbs];
  const columns = loadColumns(await readFile(join(directory, COLUMNS_FILE)), manifest, {
    reserveBytes:
      filterByteLength(rowCounts, METRICS.length, workerLanes) + exploreByteLength(manifest.national.suburbs),
  });
  const space = filterSpaceOf(columns, workerLanes);
  const suburbs = filterPool === undefined ? inlineFilter(space) : filterPool.attach(space);
  const database = await opening;
  const correlations = correlationThread({ maxWaiting: options.sqlWaiting });
  const economy = openEconomy(database, correlations.run);
  return {
    view: { manifest, columns, suburbs, database, economy, derived: derivedValues() },
    close: async () => {
      await Promise.all([suburbs.close(), database.close(), correlations.close()]);
    },
  };
}
