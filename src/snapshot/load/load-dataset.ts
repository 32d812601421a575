import { rm } from "node:fs/promises";
import { readDatasetManifest } from "../../dataset/dataset.ts";
import {
  type DatasetFiles,
  locateTables,
  TABLE_FORMATS,
  tablesFolderOf,
} from "../../dataset/locate-tables.ts";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { canceled } from "../../runtime/abort.ts";
import { badDataset, type TerraceError } from "../../runtime/errors.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";
import { type LoadReport, sumReport, type TableReport } from "./load-report.ts";
import { loadAbsentTable, loadTable } from "./load-table.ts";
import { readFailure } from "./read-failure.ts";
import { type Reject, Rejects } from "./rejects.ts";

export interface LoadOptions {
  /** Any rejected row stops the load. */
  readonly strict?: boolean | undefined;
  /** Share of a table's rows that may be rejected before the load stops. */
  readonly maxRejectShare?: number | undefined;
  /** Where the rejects file is written, also when the load stops. */
  readonly rejectsPath: string;
  /** Told after each table: its name, tables done, tables in all. */
  readonly onProgress?: (table: string, done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** One bad row in a hundred is a flaw of the publisher; more is a mistake in the file. */
export const DEFAULT_MAX_REJECT_SHARE = 0.01;

const EXAMPLES_SHOWN = 3;
const VALUE_CHARACTERS_SHOWN = 60;

/**
 * Loads every table of a dataset folder into the build database, typed, defaults filled in, bad rows left out and
 * listed in the rejects file. Tables that the dataset lacks exist afterwards too, empty.
 */
export async function loadDataset(db: BuildDatabase, dir: string, options: LoadOptions): Promise<LoadReport> {
  const manifest = await readDatasetManifest(dir);
  const files = await locateTables(await tablesFolderOf(dir, manifest));
  requireTables(dir, files);
  await rm(options.rejectsPath, { force: true });
  const rejects = new Rejects(db);
  const interrupt = () => db.interrupt();
  options.signal?.addEventListener("abort", interrupt);
  try {
    const sources = manifest.sources.map((source) => source.id);
    const reports = await loadTables(db, files, rejects, sources, options);
    await rejects.write(options.rejectsPath);
    return sumReport(manifest, reports, files.unknown, options.rejectsPath);
  } catch (error) {
    // The first failure is the one to report, even when a full disk refuses the rejects too.
    await rejects.write(options.rejectsPath).catch(() => undefined);
    throw error;
  } finally {
    options.signal?.removeEventListener("abort", interrupt);
  }
}

async function loadTables(
  db: BuildDatabase,
  files: DatasetFiles,
  rejects: Rejects,
  sources: readonly string[],
  options: LoadOptions,
): Promise<TableReport[]> {
  const reports: TableReport[] = [];
  for (const table of DATASET_TABLES) {
    if (options.signal?.aborted) throw canceled(options.signal.reason, "load");
    const file = files.tables.get(table.name);
    const report =
      file === undefined
        ? await loadAbsentTable(db, table)
        : await loadTable(db, table, file, rejects, sources, options.signal).catch((cause) => {
            throw readFailure(file, cause, options.signal);
          });
    await checkRejects(table, report, rejects, options);
    reports.push(report);
    options.onProgress?.(table.name, reports.length, DATASET_TABLES.length);
  }
  return reports;
}

/** Rejects a load in which more rows were refused than are allowed. */
export async function checkRejects(
  table: TableDefinition,
  report: TableReport,
  rejects: Rejects,
  options: LoadOptions,
): Promise<void> {
  if (!isOverThreshold(report, options)) return;
  throw tooManyRejects(report, await rejects.first(table, EXAMPLES_SHOWN), options);
}

/** Rejects a dataset that lacks a required table. */
export function requireTables(dir: string, files: DatasetFiles): void {
  const isMissing = (table: TableDefinition) => table.required && !files.tables.has(table.name);
  const missing = DATASET_TABLES.filter(isMissing).map((table) => table.name);
  if (missing.length === 0) return;
  const found = [...files.tables.values()].map((file) => file.name).join(", ") || "no table";
  throw badDataset(
    `missing required table ${missing.join(", ")} in "${dir}"; expected ${missing[0]}.${TABLE_FORMATS.join("|")}, found ${found}`,
  );
}

/** Whether more rows of a table were refused than are allowed. */
export function isOverThreshold(report: TableReport, options: LoadOptions): boolean {
  const share = options.strict ? 0 : (options.maxRejectShare ?? DEFAULT_MAX_REJECT_SHARE);
  return report.rowsRejected > 0 && report.rowsRejected / report.rowsRead > share;
}

function tooManyRejects(report: TableReport, first: readonly Reject[], options: LoadOptions): TerraceError {
  const allowed = options.strict
    ? "none is allowed (strict)"
    : `at most ${Number(((options.maxRejectShare ?? DEFAULT_MAX_REJECT_SHARE) * 100).toPrecision(6))} % are allowed`;
  const examples = first.map(
    (reject) =>
      `row ${reject.row}: ${reject.column} is ${shownValue(reject.value)}, expected ${reject.expected}`,
  );
  return badDataset(
    `table ${report.table} (${report.file}): ${report.rowsRejected} of ${report.rowsRead} rows rejected, ${allowed}; ` +
      `${examples.join("; ")}; all rejects are in ${options.rejectsPath}`,
  );
}

function shownValue(value: string | null): string {
  if (value === null) return "missing";
  const cut = value.length > VALUE_CHARACTERS_SHOWN ? `${value.slice(0, VALUE_CHARACTERS_SHOWN)}…` : value;
  return JSON.stringify(cut);
}
