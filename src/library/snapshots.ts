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
import { check } from "./check-options.ts";

/** Lists the snapshots of a data directory, newest build first. Reads manifests; verifies no files. */
export async function listSnapshots(
  dataDir: string,
  world: Partial<OutsideWorld> = {},
): Promise<SnapshotListing[]> {
  check("dataDir", dataDir, "text");
  check("the options of listSnapshots", world, "object");
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
  check("directory", directory, "text");
  check("dataDir", dataDir, "text");
  check("the options of publishSnapshot", world, "object");
  return publish(directory, dataDir, world);
}

/** Keeps the newest `keep` snapshots, the current one and every pinned one; removes the others. */
export async function retainSnapshots(
  dataDir: string,
  keep: number,
  options: RetainOptions = {},
): Promise<RetainResult> {
  check("dataDir", dataDir, "text");
  check("keep", keep, "number");
  check("the options of retainSnapshots", options, "object");
  return retain(dataDir, keep, options);
}

/** Checks every file of a snapshot and returns its manifest; throws naming a file that does not match. */
export async function verifySnapshot(
  directory: string,
  options: VerifyOptions = {},
): Promise<SnapshotManifest> {
  check("directory", directory, "text");
  check("the options of verifySnapshot", options, "object");
  if (options.signal !== undefined) check("signal", options.signal, "signal");
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
  check("the options of generateSyntheticDataset", options, "object");
  check("dir", options.dir, "text");
  check("seed", options.seed, "number");
  check("scale", options.scale, "number");
  if (options.signal !== undefined) check("signal", options.signal, "signal");
  return generate(options);
}
