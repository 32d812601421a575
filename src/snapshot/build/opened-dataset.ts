import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { readDatasetManifest } from "../../dataset/dataset.ts";
import {
  type DatasetFiles,
  locateTables,
  TABLE_FORMATS,
  tablesFolderOf,
} from "../../dataset/locate-tables.ts";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { badDataset } from "../../runtime/errors.ts";
import { checksumOf } from "../graph/step.ts";
import { describeFile } from "../store/verify.ts";

export type OpenedDataset = Awaited<ReturnType<typeof openDataset>>;

/** A dataset folder: its manifest, its files, and checksums of both for the cache keys of steps. */
export async function openDataset(datasetDir: string) {
  const manifest = await readDatasetManifest(datasetDir);
  const files = await locateTables(await tablesFolderOf(datasetDir, manifest));
  requireTables(datasetDir, files);
  const all = [...files.tables.values()];
  const stamps = () =>
    Promise.all(
      all.map(async ({ path }) => {
        const { size, mtimeMs, ctimeMs } = await stat(path);
        return `${size} ${mtimeMs} ${ctimeMs}`;
      }),
    );
  const before = await stamps();
  const { asOf, sources, synthetic } = manifest;
  const facts: Record<string, string> = {
    "@as_of": checksumOf(new Date(asOf)),
    "@sources": checksumOf(sources),
    "@synthetic": checksumOf(synthetic),
  };
  let bytes = 0;
  for (const { name, path } of all) {
    const found = await describeFile(dirname(path), name);
    facts[name] = found.sha256;
    bytes += found.bytes;
  }
  return {
    bytes,
    manifest,
    files,
    facts,
    context: { asOf: new Date(asOf), sources, synthetic },
    /** Throws if a file changed since it was opened: the snapshot might mix old and new rows. */
    checkUnchanged: async () => {
      const after = await stamps();
      const changed = all.filter((_, i) => after[i] !== before[i]).map(({ name }) => name);
      if (changed.length === 0) return;
      throw badDataset(`${changed.join(", ")} changed during the build; build again`);
    },
  };
}

function requireTables(dir: string, files: DatasetFiles): void {
  const isMissing = (table: TableDefinition) => table.required && !files.tables.has(table.name);
  const missing = DATASET_TABLES.filter(isMissing).map((table) => table.name);
  if (missing.length === 0) return;
  const found = [...files.tables.values()].map((file) => file.name).join(", ") || "no table";
  throw badDataset(
    `missing required table ${missing.join(", ")} in "${dir}"; expected ${missing[0]}.${TABLE_FORMATS.join("|")}, found ${found}`,
  );
}
