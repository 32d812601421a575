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
  /** The registry of the suburb columns. */
  readonly metrics: readonly Metric[];
  /** The tables that open questions ask; every one unless said. */
  readonly openTables?: readonly string[] | undefined;
  readonly sqlConnections: number;
  readonly sqlWaiting: number;
  /** Told why a snapshot's tables stay in memory, whole: no file could be made for them. */
  readonly onMemoryOnly?: ((cause: unknown) => void) | undefined;
  /** Threads that evaluate filters, shared by all views; without them the calling thread does. */
  readonly filterPool?: FilterPool | undefined;
  /** Threads that ask questions in place, over the one memory; 1 unless said. They have no filter pool. */
  readonly threads?: number | undefined;
  /** Sets of pages whose columns all of these threads share. */
  readonly sharedColumns?: readonly string[] | undefined;
}

/** A snapshot as a thread posts it to another, which then answers from the same memory and files. */
export type PostedSnapshot = ReturnType<OpenedView["posted"]>;

/** A view that was opened. */
export type OpenedView = Awaited<ReturnType<typeof openView>>;

/**
 * A view of a verified snapshot. Its columns are in memory and its pages open; its tables, and the code that reads
 * them, load with the first open question, which waits for them.
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
    // A server tries again and again to open what is current: its descriptors would run out.
    pages.close();
    throw error;
  }
  // After all that can fail: the pool would keep the memory of a view that nobody closes.
  const suburbs = filterPool === undefined ? inlineFilter(filterMemory) : filterPool.attach(filterMemory);
  const tableDamage = new TableDamage();
  const tablesFailed = () => tableDamage.failed();
  // Again, however long ago they were checked: they may be damaged since.
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
    /** For another thread; its files must be there until that thread has opened them. */
    posted: () => ({
      manifest,
      columns: postedColumns(columns),
      pages: pages.posted(),
      /** Where threads tell that tables could not be read. */
      tableFailures: tableDamage.shared,
      /** Lanes that the memory was laid out for. */
      workerLanes,
      /** Threads that answer from it. */
      threads,
    }),
    /** A file of it in which damage showed since it was opened, to any thread; undefined while there is none. */
    damaged: () => {
      const set = pages.damaged();
      return set === undefined ? tableDamage.look(checkAgain) : `${PAGES_FOLDER}/${set}.pages`;
    },
    /** Frees what a thread that has ended had begun. */
    releaseThread: (thread: number) => releaseClaims(filterMemory, thread),
    close: async () => {
      await Promise.all([suburbs.close(), closeDerived(), heavy.close(), database.close()]);
      pages.close();
    },
  };
}

interface PostedViewOptions {
  readonly metrics: readonly Metric[];
  /** Which of the threads that share the memory this is; the one that opened the snapshot is 0. */
  readonly thread: number;
  /** The tables and the threads for heavy work: there is one of each, with the thread that opened the snapshot. */
  readonly database: ServingDatabase;
  readonly heavyWork: HeavyWork;
}

/** A view of a snapshot that another thread has opened, over its memory and its descriptors: it must be closed first. */
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
