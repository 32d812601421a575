import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DATASET_MANIFEST_FILE, readDatasetManifest } from "../dataset/dataset.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { makeWritableDirectory } from "../runtime/files/writable-directory.ts";

/** Makes the folder of a synthetic dataset. One that holds anything but an earlier such dataset is somebody's: refused. */
export async function claimFolder(dir: string): Promise<void> {
  await makeWritableDirectory(dir, "the dataset folder", "make it writable or name another one");
  const names = await readdir(dir);
  if (names.length === 0) return;
  const instead = "name a new folder, or empty this one";
  if (!names.includes(DATASET_MANIFEST_FILE)) {
    throw invalidArgument(
      `"${dir}" holds ${names.sort()[0]} and no ${DATASET_MANIFEST_FILE}, so it is not a dataset; ${instead}`,
    );
  }
  const manifest = await readDatasetManifest(dir).catch(() => undefined);
  if (manifest?.synthetic === true) return;
  throw invalidArgument(`${join(dir, DATASET_MANIFEST_FILE)} is not a synthetic dataset; ${instead}`);
}
