import { dirname } from "node:path";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import type { LoadOptions } from "../load/check-rejects.ts";
import { type LoadReport, sumReport, type TableReport } from "../load/load-report.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";
import { gatherRejects } from "./gathered-rejects.ts";
import { openDataset } from "./opened-dataset.ts";
import { loadStep } from "./steps/load-step.ts";

/**
 * Loads every table of a dataset folder into the database by the load steps of a build, one after the other:
 * typed, with defaults, bad rows listed in the rejects file. Missing tables are created empty.
 */
export async function loadDataset(db: BuildDatabase, dir: string, options: LoadOptions): Promise<LoadReport> {
  const { manifest, files } = await openDataset(dir);
  const { rejectsPath, signal } = options;
  const root = dirname(rejectsPath);
  const sources = manifest.sources.map(({ id }) => id);
  const reports: TableReport[] = [];
  try {
    for (const table of DATASET_TABLES) {
      throwIfAborted(signal, "load");
      const step = await loadStep(table, files.tables.get(table.name), root, sources, options);
      reports.push((await step.run(db, false)).facts as TableReport);
    }
  } finally {
    await gatherRejects(root, rejectsPath);
  }
  return sumReport(manifest, reports, files.unknown, rejectsPath);
}
