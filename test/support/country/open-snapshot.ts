import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import type { SuburbColumns } from "../../../src/engine/columns/column.ts";
import { loadColumns } from "../../../src/engine/columns/load-columns.ts";
import { exploreByteLength } from "../../../src/engine/expressions/explore-memory.ts";
import { COLUMNS_FILE, type SnapshotManifest } from "../../../src/snapshot/manifest/manifest.ts";
import { openSnapshotDirectory, type VerifiedSnapshot } from "../../../src/snapshot/store/open.ts";

/** Opens a snapshot and releases its pin at once: for tests where nothing else removes the snapshot. */
export async function openSnapshot(path: string): Promise<VerifiedSnapshot> {
  const { pin, ...snapshot } = await openSnapshotDirectory(path);
  await pin.release();
  return snapshot;
}

/** Columns of a data directory's current snapshot, with memory to evaluate expressions on two threads. */
export async function countryColumns(
  dataDir: string,
): Promise<{ directory: string; manifest: SnapshotManifest; columns: SuburbColumns }> {
  const { directory, manifest } = await openSnapshot(dataDir);
  const columns = loadColumns(await readFile(join(directory, COLUMNS_FILE)), manifest, {
    metrics: METRICS,
    reserveBytes: 2 * exploreByteLength(manifest.national.suburbs),
  });
  return { directory, manifest, columns };
}
