import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_FILE } from "../../snapshot/manifest/manifest.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";

/**
 * The schema version of a snapshot that holds synthetic data: nothing is lost when it is made again. Undefined for every
 * other snapshot, of which the server says itself what is wrong.
 */
export async function syntheticVersion(dataDir: string, snapshotId: string): Promise<number | undefined> {
  const path = join(dataDirectory(dataDir).snapshots, snapshotId, MANIFEST_FILE);
  try {
    const { schemaVersion, synthetic } = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
    return synthetic === true && typeof schemaVersion === "number" ? schemaVersion : undefined;
  } catch {
    return undefined;
  }
}
