import { writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Metric } from "../../dataset/metric.ts";
import { interruptOnAbort, throwIfAborted } from "../../runtime/abort.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";
import { type OutsideWorld, outsideWorldFrom } from "../files/outside-world.ts";
import { loadDataset } from "../load/load-dataset.ts";
import type { LoadReport } from "../load/load-report.ts";
import {
  COLUMNS_FILE,
  MANIFEST_FILE,
  manifestFrom,
  manifestText,
  type SnapshotManifest,
  TABLES_FOLDER,
} from "../manifest/manifest.ts";
import { buildPageSet } from "../pages/build-page-set.ts";
import { PAGES_FOLDER, PAGES_SUFFIX } from "../pages/page-format.ts";
import type { PageSet } from "../pages/page-set.ts";
import { dataDirectory } from "../store/data-directory.ts";
import { syncTree } from "../store/install.ts";
import { claimStaging } from "../store/staging.ts";
import { describeFile, listFiles } from "../store/verify.ts";
import type { Aggregate, BuildContext } from "./aggregate.ts";
import { buildFailure } from "./build-failure.ts";
import type { BuildProgress, BuildStep } from "./build-progress.ts";
import { runInLanes } from "./run-in-lanes.ts";
import { defaultMemoryMb, isSmall } from "./small-dataset.ts";
import { type DescribeColumn, DICTIONARY_KEY, tableDictionary } from "./table-dictionary.ts";
import { type ColumnFacts, writeColumns } from "./write-columns.ts";
import { type BuildDatabase, openBuildDatabase } from "./write-tables.ts";

export interface BuildPlan extends Partial<OutsideWorld> {
  readonly datasetDir: string;
  /** Directory that holds the snapshots; the snapshot is built in its staging area. */
  readonly dataDir: string;
  /** Any rejected row stops the build. */
  readonly strict?: boolean;
  readonly maxRejectShare?: number;
  /** Whether the build database is held in memory, not in a file; by the size of the dataset unless said. */
  readonly inMemory?: boolean;
  /** Memory of the build database, by the size of the dataset unless said; beyond it, work goes to disk. */
  readonly memoryLimitMb?: number;
  /** Threads of the build database, one unless said; the bytes of a snapshot do not depend on it. */
  readonly threads?: number;
  /** Where refused rows are listed, also when the build stops. */
  readonly rejectsPath?: string;
  /** What is computed, in the order in which it runs. */
  readonly aggregates: readonly Aggregate[];
  /** Answers by key, made from the tables of the aggregates. */
  readonly pages: readonly PageSet[];
  /** The registry of the suburb columns. */
  readonly metrics: readonly Metric[];
  /** What is known of the tables' columns; it stands in the metadata of their files. */
  readonly describeColumn?: DescribeColumn;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A complete snapshot in the staging area; publish it, then discard what is left of the build. */
export interface BuiltSnapshot {
  readonly directory: string;
  readonly manifest: SnapshotManifest;
  readonly report: LoadReport;
  /** Removes the staging area of this build. */
  discard(): Promise<void>;
}

/**
 * An immutable, checksummed, flushed snapshot of a dataset. The same dataset gives the same bytes and the same id.
 * When it fails or is canceled, nothing of it is left but the list of refused rows.
 */
export async function buildSnapshotBy(options: BuildPlan): Promise<BuiltSnapshot> {
  const doing: { step: BuildStep; item: string } = { step: "load", item: "" };
  const tell = (progress: BuildProgress) => {
    Object.assign(doing, { step: progress.step, item: progress.item });
    options.onProgress?.(progress);
  };
  try {
    const slot = await claimStaging(resolve(options.dataDir), "build", options);
    try {
      const directory = join(slot.directory, "snapshot");
      const { manifest, report } = await buildIn(slot.directory, directory, { ...options, onProgress: tell });
      return { directory, manifest, report, discard: slot.release };
    } catch (error) {
      await slot.release().catch(() => {});
      throw error;
    }
  } catch (cause) {
    throw buildFailure(cause, doing, options);
  }
}

async function buildIn(
  slot: string,
  directory: string,
  options: BuildPlan & { onProgress: (progress: BuildProgress) => void },
): Promise<{ manifest: SnapshotManifest; report: LoadReport }> {
  const { files } = outsideWorldFrom(options);
  await makeDirectory(join(directory, TABLES_FOLDER));
  const db = await openBuildDatabase({
    path: (options.inMemory ?? (await isSmall(options.datasetDir))) ? ":memory:" : join(slot, "build.duckdb"),
    tempDirectory: join(slot, "spill"),
    memoryLimitMb: options.memoryLimitMb ?? (await defaultMemoryMb(options.datasetDir)),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
  });
  const stopInterrupting = interruptOnAbort(options.signal, INTERRUPT_EVERY_MS, () => db.interrupt());
  try {
    throwIfAborted(options.signal);
    const report = await load(db, options);
    const { asOf, sources, synthetic } = report.manifest;
    const context = { asOf: new Date(asOf), sources, synthetic };
    const rowCounts = await aggregate(db, context, options);
    await writeTables(db, directory, options);
    const pageCounts = await writePageSets(db, slot, directory, context, options);
    options.onProgress({ step: "columns", item: COLUMNS_FILE, done: 0, total: 1 });
    const facts = await writeColumns(db, join(directory, COLUMNS_FILE), options.metrics);
    options.onProgress({ step: "columns", item: COLUMNS_FILE, done: 1, total: 1 });
    const manifest = await writeManifest(directory, report, { rowCounts, pageCounts, ...facts }, options);
    options.onProgress({ step: "flush", item: manifest.snapshotId, done: 0, total: 1 });
    await syncTree(directory, files);
    options.onProgress({ step: "flush", item: manifest.snapshotId, done: 1, total: 1 });
    return { manifest, report };
  } finally {
    stopInterrupting();
    db.close();
  }
}

/** Pages in a group of Parquet rows, which a reader must hold at once: 40 MB of text, and the least DuckDB writes. */
const PAGE_GROUP_ROWS = 2048;

/** How long a canceled build may go on when the first interrupt fell between two statements. */
const INTERRUPT_EVERY_MS = 20;

async function load(db: BuildDatabase, options: BuildPlan): Promise<LoadReport> {
  const { datasetDir, dataDir, strict, maxRejectShare, signal, onProgress } = options;
  const rejectsName = `${basename(resolve(datasetDir))}.ndjson`;
  const rejectsPath = options.rejectsPath ?? join(dataDirectory(resolve(dataDir)).rejects, rejectsName);
  await makeDirectory(dirname(rejectsPath));
  return loadDataset(db, datasetDir, {
    rejectsPath,
    ...(strict === undefined ? {} : { strict }),
    ...(maxRejectShare === undefined ? {} : { maxRejectShare }),
    ...(signal === undefined ? {} : { signal }),
    onProgress: (item, done, total) => onProgress?.({ step: "load", item, done, total }),
  });
}

/** Rows of every serving table, once all aggregates have run. */
async function aggregate(
  db: BuildDatabase,
  context: BuildContext,
  { aggregates, onProgress, signal }: BuildPlan,
): Promise<Record<string, number>> {
  const setAsOf = `SET VARIABLE as_of = TIMESTAMP '${context.asOf.toISOString().slice(0, -1)}'`;
  const beside = await db.beside();
  try {
    for (const lane of [db, beside]) await lane.run(setAsOf);
    let done = 0;
    const total = aggregates.length;
    await runInLanes([db, beside], aggregates, async (part, lane) => {
      onProgress?.({ step: "aggregate", item: part.name, done, total });
      throwIfAborted(signal);
      await part.run(lane, context);
      done++;
      onProgress?.({ step: "aggregate", item: part.name, done, total });
    });
  } finally {
    beside.close();
  }
  const rowCounts: Record<string, number> = {};
  for (const { name } of aggregates.flatMap((part) => part.tables)) {
    const [{ n }] = await db.rows<{ n: bigint }>(`SELECT count(*) AS n FROM serve."${name}"`);
    rowCounts[name] = Number(n);
  }
  return rowCounts;
}

async function writeTables(
  db: BuildDatabase,
  directory: string,
  { aggregates, onProgress, signal, describeColumn = () => undefined }: BuildPlan,
): Promise<void> {
  const tables = aggregates.flatMap((part) => part.tables);
  for (const [i, { name, orderBy, holdsPages }] of tables.entries()) {
    onProgress?.({ step: "write", item: name, done: i, total: tables.length });
    throwIfAborted(signal);
    const path = join(directory, TABLES_FOLDER, `${name}.parquet`);
    const rows = `SELECT * FROM serve."${name}"`;
    const metadata = { [DICTIONARY_KEY]: await tableDictionary(db, name, describeColumn) };
    if (holdsPages) await db.writeParquet(rows, path, { groupRows: PAGE_GROUP_ROWS, metadata });
    else await db.writeParquet(`${rows} ORDER BY ${orderBy}`, path, { metadata });
    onProgress?.({ step: "write", item: name, done: i + 1, total: tables.length });
  }
}

/** What the manifest says about the tables, pages and columns that were written. */
interface BuiltFacts extends ColumnFacts {
  readonly rowCounts: Record<string, number>;
  readonly pageCounts: Record<string, number>;
}

/** Keys of every set of pages, once all are written. */
async function writePageSets(
  db: BuildDatabase,
  slot: string,
  directory: string,
  context: BuildContext,
  { pages, onProgress, signal }: BuildPlan,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (pages.length > 0) await makeDirectory(join(directory, PAGES_FOLDER));
  for (const [i, set] of pages.entries()) {
    onProgress?.({ step: "pages", item: set.name, done: i, total: pages.length });
    const path = join(directory, PAGES_FOLDER, `${set.name}${PAGES_SUFFIX}`);
    const scratch = join(slot, "rows", set.name);
    counts[set.name] = await buildPageSet(db, set, { path, scratch, context, signal });
    onProgress?.({ step: "pages", item: set.name, done: i + 1, total: pages.length });
  }
  return counts;
}

async function writeManifest(
  directory: string,
  report: LoadReport,
  { rowCounts, pageCounts, states, national, layout }: BuiltFacts,
  options: BuildPlan,
): Promise<SnapshotManifest> {
  const paths = await listFiles(directory);
  const files = [];
  for (const [i, path] of paths.entries()) {
    throwIfAborted(options.signal);
    files.push(await describeFile(directory, path));
    options.onProgress?.({ step: "checksum", item: path, done: i + 1, total: paths.length });
  }
  const { id, title, asOf, synthetic, sources } = report.manifest;
  const refused = report.tables.filter((table) => table.rowsRejected > 0);
  const manifest = manifestFrom({
    datasetId: id,
    title,
    asOf: new Date(asOf).toISOString(),
    synthetic,
    sources,
    tables: Object.keys(rowCounts).sort(),
    rowCounts,
    pageCounts,
    datasetRows: Object.fromEntries(report.tables.map((table) => [table.table, table.rowsLoaded])),
    rejects: refused.map(({ table, rowsRejected }) => ({ table, rows: rowsRejected })),
    states,
    national,
    columns: layout,
    files,
  });
  await writeFile(join(directory, MANIFEST_FILE), manifestText(manifest));
  return manifest;
}
