import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATASET_MANIFEST_FILE } from "../../dataset/dataset.ts";

/** The folder of the real country's dataset, which comes with the source tree; undefined in the package. */
export function bundledCountry(): string | undefined {
  const folder = join(import.meta.dirname, "../../../data/australia");
  return existsSync(join(folder, DATASET_MANIFEST_FILE)) ? folder : undefined;
}
