import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { readDatasetManifest } from "../../dataset/dataset.ts";
import { locateTables, tablesFolderOf } from "../../dataset/locate-tables.ts";
import { badDataset } from "../../runtime/errors.ts";
import { checksumOf } from "../graph/step.ts";
import { requireTables } from "../load/load-dataset.ts";
import { describeFile } from "../store/verify.ts";

export type OpenedDataset = Awaited<ReturnType<typeof openDataset>>;

/** A dataset folder: what it declares, its files, and the checksums of both as steps read them. */
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
    /** Rejects when a file was written while it was read: nobody could tell which rows are in the snapshot. */
    checkUnchanged: async () => {
      const after = await stamps();
      const changed = all.filter((_, i) => after[i] !== before[i]).map(({ name }) => name);
      if (changed.length === 0) return;
      throw badDataset(`${changed.join(", ")} changed during the build; build again`);
    },
  };
}
