import { join } from "node:path";
import { lateEconomy } from "../domains/economy/queries/late-economy.ts";
import { lateExplorer } from "../domains/explorer/queries/late-explorer.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import { COLUMNS_FILE, METRICS_TABLE, TABLES_FOLDER } from "../snapshot/manifest/manifest.ts";
import type { VerifiedSnapshot } from "../snapshot/store/open.ts";
import { openColumns } from "./columns/load-columns.ts";
import type { OwnedView } from "./engine.ts";
import { explorerByteLength } from "./expressions/explore-memory.ts";
import { filterByteLength, filterSpaceOf } from "./filter/filter-memory.ts";
import type { FilterPool } from "./filter/filter-pool.ts";
import { inlineFilter } from "./filter/inline-filter.ts";
import { deferredDatabase } from "./sql/deferred-database.ts";
import { derivedValues } from "./view.ts";

export interface OpenViewOptions {
  readonly sqlConnections: number;
  readonly sqlWaiting: number;
  /** Told why a snapshot's tables stay in memory, whole: no file could be made for them. */
  readonly onMemoryOnly?: ((cause: unknown) => void) | undefined;
  /** Threads that evaluate filters, shared by all views; without them the calling thread does. */
  readonly filterPool?: FilterPool | undefined;
}

/** A view some of whose tables may still be loading. */
export interface OpenedView extends OwnedView {
  /** Loads the tables unless that has begun; resolves when every question can be answered at once. */
  ready(): Promise<void>;
}

/**
 * A view of a verified snapshot. Its columns are in memory; its tables, and the code that reads them, load when they
 * are first needed or told to, and calls that need them wait. Once it is ready its files are not needed any more.
 */
export async function openView(snapshot: VerifiedSnapshot, options: OpenViewOptions): Promise<OpenedView> {
  const { directory, manifest } = snapshot;
  const { filterPool } = options;
  const workerLanes = filterPool?.threads ?? 0;
  const rowCounts = [...manifest.states.map((state) => state.suburbs), manifest.national.suburbs];
  const columns = await openColumns(join(directory, COLUMNS_FILE), manifest, {
    reserveBytes:
      filterByteLength(rowCounts, METRICS.length, workerLanes) +
      explorerByteLength(manifest.national.suburbs),
  });
  const space = filterSpaceOf(columns, workerLanes);
  const suburbs = filterPool === undefined ? inlineFilter(space) : filterPool.attach(space);
  // Without filter threads the caller evaluates everything itself.
  const explorer = lateExplorer(columns, {
    maxWaiting: filterPool === undefined ? undefined : options.sqlWaiting,
  });
  const database = deferredDatabase(async () => {
    const { openServingDatabase } = await import("./sql/database.ts");
    return openServingDatabase({
      directory: join(directory, TABLES_FOLDER),
      tables: manifest.tables.filter((table) => table !== METRICS_TABLE),
      connections: options.sqlConnections,
      maxWaiting: options.sqlWaiting,
      onMemoryOnly: options.onMemoryOnly,
    });
  });
  const economy = lateEconomy(database, { maxWaiting: options.sqlWaiting });
  return {
    view: { manifest, columns, suburbs, explorer, database, economy, derived: derivedValues() },
    ready: database.ready,
    close: async () => {
      await Promise.all([suburbs.close(), explorer.close(), database.close(), economy.close()]);
    },
  };
}
