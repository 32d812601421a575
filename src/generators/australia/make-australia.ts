import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILD_COSTS_FILE, writeDatasetManifest } from "../../dataset/dataset.ts";
import type { DatasetManifest } from "../../dataset/manifest.ts";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { METHOD_TABLES } from "../../domains/samples.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { datasetCoverage } from "../../importers/coverage/coverage.ts";
import { openFile } from "../../importers/files/find-files.ts";
import { IMPORTERS } from "../../importers/registry.ts";
import { importedManifest } from "../../importers/run/import-dataset.ts";
import type { MergedTable } from "../../importers/run/merge.ts";
import { type OpenPath, runImport } from "../../importers/run/run-import.ts";
import { writeDataset } from "../../importers/run/write-dataset.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { loadDataset } from "../../snapshot/build/load-dataset.ts";
import { sqlText } from "../../snapshot/tables/sql-text.ts";
import { openBuildDatabase } from "../../snapshot/tables/write-tables.ts";
import { firstDailyDay, keepOpen } from "./keep-open.ts";
import { licencePage } from "./licence-page.ts";
import { findOpenFiles, openFiles } from "./open-files.ts";

/** Rows per row group: large groups compress better, and the largest table is read as a whole anyway. */
const GROUP_ROWS = 122_880;
/** zstd level: compresses a tenth better than the default, at a cost paid once. */
const LEVEL = 19;

/** Makes the dataset from the open files below the folders: the same files give the same bytes. */
export async function makeAustralia(
  folders: readonly string[],
  out: string,
  open: OpenPath = openFile,
): Promise<void> {
  const files = await openFiles();
  const paths = await findOpenFiles(folders, files);
  const outcome = await runImport({ importers: IMPORTERS, files: openAll(paths, open) });
  const bad = outcome.files.flatMap((file) => {
    if (file.status === "refused") return [`${file.path}: ${file.reason}`];
    return file.status === "unknown" ? [`${file.path}: no importer reads it`] : [];
  });
  if (bad.length > 0) throw new TerraceError("bad_dataset", bad.join("\n"));
  const tables = keepOpen(outcome.tables).filter(({ rows }) => rows.length > 0);
  const names = new Set(tables.map(({ table }) => table));
  const imported = importedManifest(outcome);
  const manifest: DatasetManifest = {
    ...imported,
    id: "australia",
    title: "Australia, from open data",
    sources: imported.sources.flatMap((source) => {
      const own = source.tables.filter((table) => names.has(table));
      return source.withheld || own.length === 0 ? [] : [{ ...source, tables: own }];
    }),
  };
  await writeParquet(manifest, tables, out);
  await writeDatasetManifest(out, manifest);
  const coverage = await datasetCoverage(out, METRICS, METHOD_TABLES);
  const shorts = tables.find(({ table }) => table === "short_positions")!.rows;
  const page = licencePage({
    manifest,
    files,
    coverage,
    firstDailyDay: firstDailyDay(shorts),
  });
  await writeFile(join(out, "README.md"), page);
  await copyFile(join(import.meta.dirname, "build-costs.json"), join(out, BUILD_COSTS_FILE));
}

async function* openAll(paths: readonly string[], open: OpenPath) {
  for (const path of paths) yield* open(path);
}

/** Writes the tables as an import does, loads them as a build does, which checks every row, into Parquet. */
async function writeParquet(manifest: DatasetManifest, tables: readonly MergedTable[], out: string) {
  const work = await mkdtemp(join(tmpdir(), "terrace-australia-"));
  try {
    const csv = join(work, "dataset");
    await writeDataset(csv, { manifest, tables, parts: [] });
    const db = await openBuildDatabase({
      path: join(work, "load.duckdb"),
      memoryLimitMb: 2048,
      tempDirectory: work,
    });
    try {
      const report = await loadDataset(db, csv, { strict: true, rejectsPath: join(work, "rejects.ndjson") });
      if (report.unknownFiles.length > 0) throw new TypeError(`unknown: ${report.unknownFiles.join(", ")}`);
      // Every row is valid: only now remove the previous dataset.
      await rm(out, { recursive: true, force: true });
      await mkdir(out, { recursive: true });
      for (const { name, key, columns } of DATASET_TABLES) {
        if (!tables.some(({ table }) => table === name)) continue;
        const list = columns.map((column) => `"${column.name}"`).join(", ");
        await db.run(
          `COPY (SELECT ${list} FROM "${name}" ORDER BY ${key.map((column) => `"${column}"`).join(", ")})
          TO ${sqlText(join(out, `${name}.parquet`))}
          (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL ${LEVEL}, ROW_GROUP_SIZE ${GROUP_ROWS})`,
        );
      }
    } finally {
      db.close();
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
