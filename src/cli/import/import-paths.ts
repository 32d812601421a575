import type { DatasetManifest } from "../../dataset/manifest.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { metricCoverage } from "../../importers/coverage/coverage.ts";
import { type FoundFile, listFiles, openFile } from "../../importers/files/find-files.ts";
import { IMPORTERS } from "../../importers/registry.ts";
import { joinedSources, readBaseDataset } from "../../importers/run/base-fragments.ts";
import { importedManifest } from "../../importers/run/import-dataset.ts";
import { readParts } from "../../importers/run/part-store.ts";
import { namedFolder } from "../../importers/run/replace-tables.ts";
import { type OpenPath, type ReadFile, runImport } from "../../importers/run/run-import.ts";
import { checkDatasetFolder, writeDataset } from "../../importers/run/write-dataset.ts";
import { needsOptIn } from "../../importers/source-licence.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { sydneyDay } from "../../runtime/time/sydney-day.ts";
import type { Progress } from "../progress.ts";

export interface ImportRequest {
  readonly paths: readonly string[];
  readonly out: string;
  readonly merge: boolean;
  /** A dataset of Parquet files that the files are merged into. */
  readonly base?: string;
  readonly allowedSources: ReadonlySet<string>;
  /** Importers whose lists may be smaller than in the previous dataset. */
  readonly acceptShrink?: ReadonlySet<string>;
  readonly asOf?: string;
  /** The day of the import in Sydney, YYYY-MM-DD; default: the clock's. */
  readonly today?: string;
  /** Opens the files at a path, or returns their earlier read result. */
  readonly open?: OpenPath;
}

export type ImportResult = Awaited<ReturnType<typeof importPaths>>;

/** Imports files into a dataset folder, unchanged on failure or ctrl-C. `rows` counts rows by table. */
export async function importPaths(request: ImportRequest, progress: Progress, signal: AbortSignal) {
  refuseUnknownSources(request.allowedSources);
  refuseUnknownImporters(request.acceptShrink ?? new Set());
  await checkDatasetFolder(request.out);
  // Read before the parts, so that an import that ends in between is noticed and not lost.
  const grown = request.merge ? { folder: await namedFolder(request.out) } : undefined;
  const kept = request.merge ? await readParts(request.out) : undefined;
  // An unreadable dataset cannot be compared for shrinkage.
  const before = request.merge ? undefined : await readParts(request.out).catch(() => undefined);
  const paths = await listFiles(request.paths);
  const facts = new Map(IMPORTERS.flatMap(({ sources }) => sources.map((source) => [source.id, source])));
  const base = request.base === undefined ? undefined : await readBaseDataset(request.base, facts);
  const outcome = await runImport({
    importers: IMPORTERS,
    ...(base === undefined ? {} : { base: base.fragments }),
    files: openAll(paths, progress, request.open ?? openFile),
    ...(kept === undefined ? {} : { kept }),
    ...(before === undefined ? {} : { before }),
    ...(request.acceptShrink === undefined ? {} : { acceptShrink: request.acceptShrink }),
    allowedSources: request.allowedSources,
    today: request.today ?? dateOfDay(sydneyDay(new Date())),
    signal,
  });
  const imported = importedManifest(outcome, request.asOf);
  const manifest = base === undefined ? imported : basedOn(base.manifest, imported);
  const rows = await writeDataset(request.out, {
    manifest,
    tables: [...outcome.tables, ...outcome.origins],
    parts: outcome.parts,
    ...(grown && { grown }),
    signal,
    onProgress: (_, done, total) => progress.report("write tables", done, total),
  });
  progress.finish();
  return { out: request.out, outcome, manifest, rows, coverage: metricCoverage(METRICS, outcome.tables) };
}

/** The manifest of a base dataset with merged files: keeps its id, title and all its sources. */
function basedOn({ id, title, sources }: DatasetManifest, imported: DatasetManifest): DatasetManifest {
  return { ...imported, id, title, sources: joinedSources(sources, imported.sources) };
}

async function* openAll(
  paths: readonly string[],
  progress: Progress,
  open: OpenPath,
): AsyncGenerator<FoundFile | ReadFile> {
  let [done, total] = [0, paths.length];
  for (const path of paths) {
    progress.report("read files", done, total);
    const found = open(path, (members) => {
      total += members - 1;
    });
    for await (const file of found) {
      yield file;
      progress.report("read files", ++done, total);
    }
  }
}

function refuseUnknownImporters(named: ReadonlySet<string>): void {
  const known = IMPORTERS.map(({ id }) => id);
  for (const id of named) {
    if (!known.includes(id))
      throw invalidArgument(`--accept-shrink "${id}" is not an importer; allowed are ${known.join(", ")}`);
  }
}

function refuseUnknownSources(allowed: ReadonlySet<string>): void {
  const restricted = IMPORTERS.flatMap((importer) => importer.sources).filter(needsOptIn);
  for (const id of allowed) {
    if (restricted.some((source) => source.id === id)) continue;
    const known = restricted.map((source) => source.id).join(", ");
    throw invalidArgument(
      `--allow-restricted "${id}" is not a restricted source; ${known === "" ? "there is none" : `allowed are ${known}`}`,
    );
  }
}
