import { inWorld, type OutsideWorld } from "../snapshot/files/outside-world.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import { listSnapshots as list, type SnapshotListing } from "../snapshot/store/list.ts";
import { type PublishResult, publishSnapshot as publish } from "../snapshot/store/publish.ts";
import {
  type RetainOptions,
  type RetainResult,
  retainSnapshots as retain,
} from "../snapshot/store/retain.ts";
import { type VerifyOptions, verifySnapshot as verify } from "../snapshot/store/verify.ts";
import { type GenerateOptions, generateSyntheticDataset as generate } from "../synthetic/generate.ts";
import { checkNumber, checkObject, checkPath, checkSignal } from "./check-call.ts";

/** Lists the snapshots of a data directory, newest build first. Reads manifests; verifies no files. */
export async function listSnapshots(
  dataDir: string,
  world: Partial<OutsideWorld> = {},
): Promise<SnapshotListing[]> {
  checkPath("dataDir", dataDir);
  checkObject("the options of listSnapshots", world);
  return inWorld(world, () => list(dataDir));
}

/**
 * Makes a snapshot current, atomically and durably: at every instant CURRENT names the old or the new
 * snapshot. A directory in the data directory's staging area is moved, any other is copied. Publishing twice
 * changes nothing.
 */
export async function publishSnapshot(
  directory: string,
  dataDir: string,
  world: Partial<OutsideWorld> = {},
): Promise<PublishResult> {
  checkPath("directory", directory);
  checkPath("dataDir", dataDir);
  checkObject("the options of publishSnapshot", world);
  return publish(directory, dataDir, world);
}

/** Keeps the newest `keep` snapshots, the current one and every pinned one; removes the others. */
export async function retainSnapshots(
  dataDir: string,
  keep: number,
  options: RetainOptions = {},
): Promise<RetainResult> {
  checkPath("dataDir", dataDir);
  checkNumber("keep", keep);
  checkObject("the options of retainSnapshots", options);
  return retain(dataDir, keep, options);
}

/** Checks every file of a snapshot and returns its manifest; throws naming a file that does not match. */
export async function verifySnapshot(
  directory: string,
  options: VerifyOptions = {},
): Promise<SnapshotManifest> {
  checkPath("directory", directory);
  checkObject("the options of verifySnapshot", options);
  checkSignal(options.signal);
  return verify(directory, options);
}

/**
 * Writes a complete synthetic dataset and returns the number of rows per table. The bytes depend on seed and
 * scale only. `dataset.json` is written last, so an interrupted run leaves neither a dataset nor a partial
 * table.
 */
export async function generateSyntheticDataset(
  options: GenerateOptions,
): Promise<{ tables: Record<string, number> }> {
  checkObject("the options of generateSyntheticDataset", options);
  checkPath("dir", options.dir);
  checkNumber("seed", options.seed);
  checkNumber("scale", options.scale);
  checkSignal(options.signal);
  return generate(options);
}
