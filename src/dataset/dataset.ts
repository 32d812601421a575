import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { badDataset, TerraceError } from "../runtime/errors.ts";
import { flushDirectory } from "../runtime/files/flush.ts";
import { readPlainFile } from "../runtime/files/plain-file.ts";
import { parseJson } from "../runtime/json-schema.ts";
import { checkManifest, type DatasetManifest } from "./manifest.ts";

export const DATASET_MANIFEST_FILE = "dataset.json";

/** Measured costs of build steps, for a dataset's first build: `costs` of `snapshot build --json`. */
export const BUILD_COSTS_FILE = ".build-costs.json";

/** Reads and checks the manifest of a dataset folder. Without the file the dataset counts as half written. */
export async function readDatasetManifest(dir: string): Promise<DatasetManifest> {
  const path = join(dir, DATASET_MANIFEST_FILE);
  return checkManifest(parseJson(await readManifestText(dir, path), path, "bad_dataset"), path);
}

export interface ManifestPlace {
  /** Temporary path on the same file system; concurrent writers need different ones. */
  readonly aside?: string;
  /** Called last before the rename; a rejection prevents it. */
  readonly check?: () => Promise<void>;
}

/** Writes `dataset.json` by rename. Written last, so the file's presence means a complete dataset. */
export async function writeDatasetManifest(
  dir: string,
  manifest: DatasetManifest,
  place: ManifestPlace = {},
): Promise<void> {
  const path = join(dir, DATASET_MANIFEST_FILE);
  const checked = checkManifest(manifest, path);
  const { aside = `${path}.tmp`, check } = place;
  await writeFile(aside, `${JSON.stringify(checked, null, 2)}\n`, { flush: true });
  await check?.();
  await rename(aside, path);
  await flushDirectory(dir);
}

async function readManifestText(dir: string, path: string): Promise<string> {
  try {
    const bytes = await readPlainFile(path, (kind) => {
      throw badDataset(`${path} is ${kind}; expected a plain file`);
    });
    return bytes.toString("utf8");
  } catch (cause) {
    if (cause instanceof TerraceError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOTDIR") throw badDataset(`"${dir}" is not a folder`, cause);
    if (code !== "ENOENT") throw new TerraceError("io_failure", `cannot read ${path}: ${message}`, { cause });
    throw badDataset(
      `no ${DATASET_MANIFEST_FILE} in "${dir}"; it is written last, so the folder is not a dataset or is half written`,
      cause,
    );
  }
}
