import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_FILE, SNAPSHOT_SCHEMA_VERSION } from "../../snapshot/manifest/manifest.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";

/**
 * The schema version of a snapshot that holds synthetic data and was built by an earlier version of the program: it
 * cannot be served, and nothing is lost when it is made again. Undefined for every other snapshot, of which the server
 * says itself what is wrong.
 */
export async function earlierDemoVersion(dataDir: string, snapshotId: string): Promise<number | undefined> {
  const path = join(dataDirectory(dataDir).snapshots, snapshotId, MANIFEST_FILE);
  try {
    const { schemaVersion, synthetic } = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
    const isEarlier = typeof schemaVersion === "number" && schemaVersion < SNAPSHOT_SCHEMA_VERSION;
    return synthetic === true && isEarlier ? schemaVersion : undefined;
  } catch {
    return undefined;
  }
}
