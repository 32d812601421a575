import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import type { Metric } from "../../dataset/metric.ts";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { interruptOnAbort, throwIfAborted } from "../../runtime/abort.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";
import { inWorld, type OutsideWorld } from "../files/outside-world.ts";
import { runSteps, type StepOutcome } from "../graph/run-steps.ts";
import { checksumOf, type Step, stepName } from "../graph/step.ts";
import { type LoadReport, sumReport, type TableReport } from "../load/load-report.ts";
import { COLUMNS_FILE, PAGES_FOLDER, type SnapshotManifest, TABLES_FOLDER } from "../manifest/manifest.ts";
import type { PageSet } from "../pages/page-set.ts";
import { type PageThreads, pageThreads } from "../pages/page-threads.ts";
import { syncTree } from "../store/install.ts";
import { openKeptResults, pruneKeptResults } from "../store/kept-results.ts";
import { listSnapshots } from "../store/list.ts";
import { claimStaging } from "../store/staging.ts";
import type { Aggregate } from "../tables/aggregate.ts";
import { type BuildDatabase, openBuildDatabase } from "../tables/write-tables.ts";
import { buildFailure, isFullDisk } from "./build-failure.ts";
import { SNAPSHOT_FOLDER, writeManifest } from "./build-manifest.ts";
import type { BuildProgress, BuildStep } from "./build-progress.ts";
import { datasetSize } from "./dataset-size.ts";
import { gatherRejects, rejectsPlace } from "./gathered-rejects.ts";
import { type OpenedDataset, openDataset } from "./opened-dataset.ts";
import { costsOf, expectedCosts, type StepCosts } from "./step-costs.ts";
import { aggregateStep } from "./steps/aggregate-step.ts";
import { BuildTables } from "./steps/build-tables.ts";
import { columnsStep } from "./steps/columns-step.ts";
import { loadStep } from "./steps/load-step.ts";
import { pageStep } from "./steps/page-step.ts";
import type { Dictionary } from "./table-dictionary.ts";

export interface BuildPlan extends Partial<OutsideWorld> {
  readonly datasetDir: string;
  /** Directory of the snapshots; the build uses its staging area. */
  readonly dataDir: string;
  /** Fails the build on any rejected row. */
  readonly strict?: boolean;
  readonly maxRejectShare?: number;
  /** False to compute every step again and ignore cached results. */
  readonly reuse?: boolean;
  /** Holds the build database in memory, not in a file; the default depends on the dataset's size. */
  readonly inMemory?: boolean;
  /** Memory limit of the build database, beyond which it spills to disk; default by the dataset's size. */
  readonly memoryLimitMb?: number;
  /** Steps that run at once, default one a core. Does not change the snapshot's bytes. */
  readonly threads?: number;
  /** File that lists rejected rows, also if the build fails. */
  readonly rejectsPath?: string;
  /** Computations, in order: each may read the tables of those before it. */
  readonly aggregates: readonly Aggregate[];
  readonly pages: readonly PageSet[];
  /** Module that exports `loadPageSets` for worker threads; without it, pages are made on this thread. */
  readonly pageModule?: URL;
  /** Metrics of the suburb columns, in order. */
  readonly metrics: readonly Metric[];
  /** Facts about table columns, written to the metadata of their files. */
  readonly dictionary: Dictionary;
  /** CPU seconds that the process has used. */
  readonly processorSeconds: () => number;
  /** Seconds of a monotonic clock. */
  readonly clockSeconds: () => number;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A computed step, and why no cached result was used. */
export interface ComputedStep {
  readonly step: string;
  readonly why: string;
}

/** A complete snapshot in the staging area: publish it, then call `discard`. */
export interface BuiltSnapshot {
  readonly directory: string;
  readonly manifest: SnapshotManifest;
  readonly report: LoadReport;
  /** Number of steps whose cached results were used. */
  readonly reused: number;
  readonly computed: readonly ComputedStep[];
  /** CPU seconds of the steps, in this build or in the one that computed them. */
  readonly costs: StepCosts;
  discard(): Promise<void>;
}

/** DuckDB runs at most as many statements at once as libuv has threads. */
const MAX_LANES = 4;

/**
 * Builds a snapshot: immutable, checksummed and fsynced. Equal datasets give equal bytes and ids, with or
 * without cached results. On failure or cancellation only the list of rejected rows remains, and, unless the
 * disk is full, cached results of completed steps.
 */
export function buildSnapshotBy(options: BuildPlan): Promise<BuiltSnapshot> {
  return inWorld(options, async () => {
    const doing: { step: BuildStep; item: string } = { step: "load", item: "" };
    try {
      const slot = await claimStaging(resolve(options.dataDir), "build");
      try {
        const built = await buildIn(slot.directory, options, (at) => Object.assign(doing, at));
        return { ...built, discard: slot.release };
      } catch (error) {
        await slot.release().catch(() => {});
        throw error;
      }
    } catch (cause) {
      if (isFullDisk(cause)) await removeUnusedResults(options).catch(() => {});
      throw buildFailure(cause, doing, options);
    }
  });
}

/** Frees the cached results of a build that filled the disk, which would block the next one. */
async function removeUnusedResults(options: BuildPlan): Promise<void> {
  const dataDir = resolve(options.dataDir);
  const snapshots = await listSnapshots(dataDir);
  const ids = snapshots.map(({ snapshotId }) => snapshotId);
  await pruneKeptResults(dataDir, ids);
}

async function buildIn(
  root: string,
  options: BuildPlan,
  onDoing: (at: { step: BuildStep; item: string }) => void,
): Promise<Omit<BuiltSnapshot, "discard">> {
  const dataset = await openDataset(options.datasetDir);
  const size = await datasetSize(options.datasetDir);
  let threads: PageThreads | undefined;
  const db = await openBuildDatabase({
    path: (options.inMemory ?? size.isSmall) ? ":memory:" : join(root, "build.duckdb"),
    tempDirectory: join(root, "spill"),
    memoryLimitMb: options.memoryLimitMb ?? size.memoryMb,
  });
  const stopInterrupting = interruptOnAbort(options.signal, () => db.interrupt());
  try {
    throwIfAborted(options.signal);
    const kept = openKeptResults(resolve(options.dataDir), root);
    const earlier = await kept.lastBuild(dataset.manifest.id);
    const costOf = await expectedCosts(options.datasetDir, dataset.bytes, earlier);
    const lanes = [db];
    const count = Math.min(MAX_LANES, options.threads ?? availableParallelism());
    while (lanes.length < count) lanes.push(await db.beside());
    const rejectsPath = await rejectsPlace(options);
    if (options.pageModule !== undefined && !size.isQuick) threads = pageThreads(count, options.pageModule);
    const steps = await planSteps(db, root, dataset, rejectsPath, threads, options);
    const reportProgress = progressOf(steps, options);
    const outcomes = await runSteps(steps, {
      root,
      facts: dataset.facts,
      lanes,
      kept,
      reuse: options.reuse ?? true,
      earlier: earlier?.steps ?? {},
      costOf: costOf ?? (() => 1),
      processorSeconds: options.processorSeconds,
      clockSeconds: options.clockSeconds,
      onStep: (step, isDone, secondsLeft) => {
        throwIfAborted(options.signal);
        onDoing({ step: step.kind, item: step.name });
        reportProgress(step, isDone, costOf === undefined ? undefined : secondsLeft);
      },
      onFailure: ({ kind, name }) => {
        onDoing({ step: kind, item: name });
        db.interrupt();
      },
    }).finally(() => gatherRejects(root, rejectsPath));
    await dataset.checkUnchanged();
    const report = sumReport(
      dataset.manifest,
      DATASET_TABLES.map(({ name }) => outcomes.get(`load ${name}`)!.result.facts as TableReport),
      dataset.files.unknown,
      rejectsPath,
    );
    const directory = join(root, SNAPSHOT_FOLDER);
    const manifest = await writeManifest(directory, report, [...outcomes.values()]);
    const flush = { step: "flush", item: manifest.snapshotId, total: 1, secondsLeft: 0 } as const;
    const all = { stepsDone: steps.length, stepsTotal: steps.length };
    options.onProgress?.({ ...flush, ...all, done: 0 });
    await syncTree(directory);
    const record = {
      datasetId: manifest.datasetId,
      bytes: dataset.bytes,
      steps: Object.fromEntries([...outcomes].map(([name, outcome]) => [name, toEntry(outcome)])),
    };
    await kept.noteBuild(manifest.snapshotId, record);
    options.onProgress?.({ ...flush, ...all, done: 1 });
    const computed = [...outcomes].flatMap(([step, { why }]) => (why === undefined ? [] : [{ step, why }]));
    const reused = outcomes.size - computed.length;
    return { directory, manifest, report, computed, reused, costs: costsOf(record) };
  } finally {
    stopInterrupting();
    await threads?.close();
    db.close();
  }
}

const toEntry = ({ key, definition, inputs, seconds }: StepOutcome) => ({ key, definition, inputs, seconds });

/** Plans every step, each after the steps whose tables it may read. */
async function planSteps(
  db: BuildDatabase,
  root: string,
  { manifest, files, facts, context }: OpenedDataset,
  rejectsPath: string,
  threads: PageThreads | undefined,
  { aggregates, pages, metrics, dictionary, strict, maxRejectShare, signal }: BuildPlan,
): Promise<Step<BuildDatabase>[]> {
  const [{ catalog }] = await db.rows<{ catalog: string }>("SELECT current_database() AS catalog");
  const tables = new BuildTables(context);
  const sources = manifest.sources.map(({ id }) => id);
  const steps: Step<BuildDatabase>[] = [];
  const options = { rejectsPath, strict, maxRejectShare, signal };
  for (const table of DATASET_TABLES) {
    tables.addLoaded(table.name, catalog);
    steps.push(await loadStep(table, files.tables.get(table.name), root, sources, options));
  }
  const fileOf = (table: string) => `${SNAPSHOT_FOLDER}/${TABLES_FOLDER}/${table}.parquet`;
  for (const aggregate of aggregates) {
    const reads = tables.expand(aggregate.reads);
    const { isViews, sql = "", creates = [] } = aggregate;
    if (isViews) {
      tables.addViews(creates, sql, reads);
      for (const name of creates) facts[name] = checksumOf(sql);
      continue;
    }
    steps.push(await aggregateStep(aggregate, { root, fileOf, tables, dictionary, reads }));
  }
  const folder = `${SNAPSHOT_FOLDER}/${PAGES_FOLDER}`;
  for (const set of pages) {
    steps.push(await pageStep(set, { root, folder, tables, threads, signal }));
  }
  steps.push(await columnsStep(metrics, `${SNAPSHOT_FOLDER}/${COLUMNS_FILE}`, { root, tables }));
  await makeDirectory(join(root, SNAPSHOT_FOLDER));
  return steps;
}

function progressOf(steps: readonly Step[], { onProgress }: BuildPlan) {
  const done = new Set<string>();
  const count = (kind: string, among: readonly string[]) =>
    among.filter((name) => name.startsWith(`${kind} `)).length;
  const names = steps.map(stepName);
  return (step: Step<BuildDatabase>, isDone: boolean, secondsLeft: number | undefined) => {
    if (isDone) done.add(stepName(step));
    onProgress?.({
      step: step.kind,
      item: step.name,
      done: count(step.kind, [...done]),
      total: count(step.kind, names),
      stepsDone: done.size,
      stepsTotal: names.length,
      secondsLeft,
    });
  };
}
