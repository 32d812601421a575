import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATASET_MANIFEST_FILE } from "../../dataset/dataset.ts";

/** The dataset folder of the real country, which only the source tree has; undefined in the npm package. */
export function bundledCountry(): string | undefined {
  const folder = join(import.meta.dirname, "../../../data/australia");
  return existsSync(join(folder, DATASET_MANIFEST_FILE)) ? folder : undefined;
}
