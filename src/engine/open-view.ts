import { join } from "node:path";
import type { Metric } from "../dataset/metric.ts";
import { COLUMNS_FILE, METRICS_TABLE, PAGES_FOLDER, TABLES_FOLDER } from "../snapshot/manifest/manifest.ts";
import type { VerifiedSnapshot } from "../snapshot/store/open.ts";
import { checkTables as verifyTables } from "../snapshot/store/verify.ts";
import { openColumns } from "./columns/load-columns.ts";
import { columnsFromPosted, postedColumns } from "./columns/posted-columns.ts";
import { explorerByteLength } from "./expressions/explore-memory.ts";
import { filterByteLength, filterMemoryOf } from "./filter/filter-memory.ts";
import type { FilterPool } from "./filter/filter-pool.ts";
import { inlineFilter } from "./filter/inline-filter.ts";
import { releaseClaims } from "./filter/rank-index.ts";
import { heavyThreads } from "./heavy-threads.ts";
import type { OwnedView } from "./holder.ts";
import { PageStore } from "./pages/page-store.ts";
import type { ServingDatabase } from "./sql/database.ts";
import { deferredDatabase } from "./sql/deferred-database.ts";
import { TableDamage } from "./sql/table-damage.ts";
import { derivedValues, type HeavyWork } from "./view.ts";

export interface OpenViewOptions {
  /** Metrics of the suburb columns, in column order. */
  readonly metrics: readonly Metric[];
  /** Tables that SQL queries may use; all but the metrics table by default. */
  readonly openTables?: readonly string[] | undefined;
  readonly sqlConnections: number;
  readonly sqlWaiting: number;
  /** Called if no temp file could be made for a snapshot's tables, so all of them stay in memory. */
  readonly onMemoryOnly?: ((cause: unknown) => void) | undefined;
  /** Filter threads, shared by all views; without them the calling thread evaluates filters. */
  readonly filterPool?: FilterPool | undefined;
  /** Threads that answer calls over one shared memory, default 1. They have no filter pool. */
  readonly threads?: number | undefined;
  /** Page sets whose columns those threads share. */
  readonly sharedColumns?: readonly string[] | undefined;
}

/** A snapshot as posted to another thread, which opens it over the same memory and file descriptors. */
export type PostedSnapshot = ReturnType<OpenedView["posted"]>;

export type OpenedView = Awaited<ReturnType<typeof openView>>;

/**
 * Opens a verified snapshot: reads its columns into memory and opens its page files. The tables, and the code
 * that reads them, load with the first SQL query, which waits for them.
 */
export async function openView(snapshot: VerifiedSnapshot, options: OpenViewOptions) {
  const { directory, manifest, checkTables } = snapshot;
  const { filterPool, openTables, threads = 1, sharedColumns: sharedSets = [] } = options;
  const workerLanes = filterPool?.threads ?? threads - 1;
  const rowCounts = [...manifest.states.map((state) => state.suburbs), manifest.national.suburbs];
  const columns = await openColumns(join(directory, COLUMNS_FILE), manifest, {
    metrics: options.metrics,
    reserveBytes:
      filterByteLength(rowCounts, options.metrics.length, workerLanes) +
      explorerByteLength(manifest.national.suburbs, threads),
  });
  const filterMemory = filterMemoryOf(columns, workerLanes);
  const pages = PageStore.open(directory, Object.keys(manifest.pageCounts), threads);
  try {
    if (threads > 1) pages.shareColumns(sharedSets);
  } catch (error) {
    // A server retries the current snapshot until it opens: it would run out of file descriptors.
    pages.close();
    throw error;
  }
  // Attached after everything that can throw: the pool would keep the memory of a view that is never closed.
  const suburbs = filterPool === undefined ? inlineFilter(filterMemory) : filterPool.attach(filterMemory);
  const tableDamage = new TableDamage();
  const tablesFailed = () => tableDamage.failed();
  // Verified again even if that was done before: the files may have been damaged since.
  const checkAgain = () => verifyTables(directory, manifest);
  const database = deferredDatabase(async () => {
    const code = import("./sql/database.ts");
    await (checkTables && checkAgain())?.catch((error: unknown) => {
      tablesFailed();
      throw error;
    });
    return (await code).openServingDatabase({
      directory: join(directory, TABLES_FOLDER),
      tables: manifest.tables.filter((table) => openTables?.includes(table) ?? table !== METRICS_TABLE),
      connections: options.sqlConnections,
      maxWaiting: options.sqlWaiting,
      onMemoryOnly: options.onMemoryOnly,
    });
  });
  const { derived, close: closeDerived } = derivedValues();
  const heavy = heavyThreads(options.sqlWaiting);
  const heavyWork = {
    hasThreads: filterPool !== undefined || threads > 1,
    thread: heavy.thread,
  };
  return {
    view: { manifest, columns, suburbs, pages, database, checkTables, tablesFailed, heavyWork, derived },
    /** Form for another thread. The file descriptors must stay open until that thread has opened them. */
    posted: () => ({
      manifest,
      columns: postedColumns(columns),
      pages: pages.posted(),
      /** Shared flag by which threads report that the tables could not be read. */
      tableFailures: tableDamage.shared,
      /** Filter lanes that the memory was laid out for. */
      workerLanes,
      threads,
    }),
    /** Path of a file found to be damaged since opening, by any thread; undefined if there is none. */
    damaged: () => {
      const set = pages.damaged();
      return set === undefined ? tableDamage.look(checkAgain) : `${PAGES_FOLDER}/${set}.pages`;
    },
    releaseThread: (thread: number) => releaseClaims(filterMemory, thread),
    close: async () => {
      await Promise.all([suburbs.close(), closeDerived(), heavy.close(), database.close()]);
      pages.close();
    },
  };
}

interface PostedViewOptions {
  readonly metrics: readonly Metric[];
  /** Index of this thread among those that share the memory; the thread that opened the snapshot is 0. */
  readonly thread: number;
  /** Tables and heavy-task threads: one of each, owned by the thread that opened the snapshot. */
  readonly database: ServingDatabase;
  readonly heavyWork: HeavyWork;
}

/** Opens a view over another thread's memory and file descriptors: close it before that thread's own. */
export function openPostedView(posted: PostedSnapshot, options: PostedViewOptions): OwnedView {
  const { manifest, workerLanes } = posted;
  const { thread, database, heavyWork } = options;
  const columns = columnsFromPosted({ ...posted.columns, metrics: options.metrics, thread });
  const suburbs = inlineFilter(filterMemoryOf(columns, workerLanes), { lane: thread });
  const pages = PageStore.fromPosted(posted.pages, posted.threads);
  const { derived, close: closeDerived } = derivedValues();
  return {
    view: {
      manifest,
      columns,
      suburbs,
      pages,
      database,
      heavyWork,
      derived,
      tablesFailed: () => new TableDamage(posted.tableFailures).failed(),
    },
    close: async () => {
      await Promise.all([suburbs.close(), closeDerived(), database.close()]);
      pages.close();
    },
  };
}
