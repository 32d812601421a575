import { join } from "node:path";
import { type OutsideWorld, outsideWorldFrom } from "../files/outside-world.ts";
import { isSnapshotId, MANIFEST_FILE } from "../manifest/manifest.ts";
import { refuseFileAsDataDirectory } from "./check-data-directory.ts";
import { dataDirectory } from "./data-directory.ts";
import { pinnedSnapshots } from "./leases.ts";
import { readCurrent } from "./read-current.ts";
import { readManifest } from "./verify.ts";

export interface SnapshotListing {
  readonly snapshotId: string;
  readonly directory: string;
  readonly isCurrent: boolean;
  /** Held by a living process. */
  readonly isPinned: boolean;
  /** When its build ended, by the manifest's file time. */
  readonly builtMs: number;
  /** Facts of the manifest; undefined when `problem` says why it cannot be read. */
  readonly facts:
    | {
        readonly datasetId: string;
        readonly asOf: string;
        readonly synthetic: boolean;
        readonly bytes: number;
        readonly suburbs: number;
      }
    | undefined;
  readonly problem: string | undefined;
}

/** Every snapshot of a data directory, newest build first. Manifests are read, files are not verified. */
export async function listSnapshots(
  dataDir: string,
  given: Partial<OutsideWorld> = {},
): Promise<SnapshotListing[]> {
  const { files } = outsideWorldFrom(given);
  const { snapshots } = dataDirectory(dataDir);
  await refuseFileAsDataDirectory(dataDir, files);
  const current = await readCurrent(dataDir, files);
  const pinned = await pinnedSnapshots(dataDir, given);
  const listings: SnapshotListing[] = [];
  for (const snapshotId of (await files.list(snapshots)).filter(isSnapshotId)) {
    const directory = join(snapshots, snapshotId);
    listings.push({
      snapshotId,
      directory,
      isCurrent: snapshotId === current,
      isPinned: pinned.includes(snapshotId),
      builtMs: (await files.describe(join(directory, MANIFEST_FILE)))?.modifiedMs ?? 0,
      ...(await readFacts(directory, given)),
    });
  }
  return listings.sort((a, b) => b.builtMs - a.builtMs || (a.snapshotId < b.snapshotId ? 1 : -1));
}

async function readFacts(
  directory: string,
  given: Partial<OutsideWorld>,
): Promise<Pick<SnapshotListing, "facts" | "problem">> {
  try {
    const manifest = await readManifest(directory, outsideWorldFrom(given).files);
    const { datasetId, asOf, synthetic, national } = manifest;
    const bytes = manifest.files.reduce((sum, f) => sum + f.bytes, 0);
    return { facts: { datasetId, asOf, synthetic, bytes, suburbs: national.suburbs }, problem: undefined };
  } catch (error) {
    return { facts: undefined, problem: (error as Error).message };
  }
}
