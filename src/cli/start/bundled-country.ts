import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATASET_MANIFEST_FILE } from "../../dataset/dataset.ts";
import { TerraceError } from "../../runtime/errors.ts";

/** The folder of the real country's dataset, which comes with the source tree and not with the package. */
export function bundledCountry(): string {
  const folder = join(import.meta.dirname, "../../../data/australia");
  if (existsSync(join(folder, DATASET_MANIFEST_FILE))) return folder;
  throw new TerraceError(
    "failed_precondition",
    "the real country is not in this package: copy data/australia from the source tree and run terrace snapshot build <folder> --publish",
  );
}
