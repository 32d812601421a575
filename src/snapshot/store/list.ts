import { join } from "node:path";
import { disk } from "../files/outside-world.ts";
import { isSnapshotId, MANIFEST_FILE, type SnapshotManifest } from "../manifest/manifest.ts";
import { readTags } from "./addresses.ts";
import { refuseFileAsDataDirectory } from "./check-data-directory.ts";
import { dataDirectory } from "./data-directory.ts";
import { pinnedSnapshots } from "./leases.ts";
import { readCurrent } from "./read-current.ts";
import { readManifest } from "./verify.ts";

export type SnapshotListing = Awaited<ReturnType<typeof listSnapshots>>[number];

/** Every snapshot of a data directory, newest build first. Reads manifests; does not verify files. */
export async function listSnapshots(dataDir: string) {
  const { snapshots } = dataDirectory(dataDir);
  await refuseFileAsDataDirectory(dataDir);
  const current = await readCurrent(dataDir);
  const pinned = await pinnedSnapshots(dataDir);
  const tags = [...(await readTags(dataDir))];
  const manifests = new Map<string, SnapshotManifest | Error>();
  const holders = new Map<string, number>();
  for (const snapshotId of (await disk.list(snapshots)).filter(isSnapshotId)) {
    const manifest = await readManifest(join(snapshots, snapshotId)).catch((error: Error) => error);
    manifests.set(snapshotId, manifest);
    if (manifest instanceof Error) continue;
    for (const sha256 of new Set(manifest.files.map((file) => file.sha256))) {
      holders.set(sha256, (holders.get(sha256) ?? 0) + 1);
    }
  }
  const listings = await Promise.all(
    Array.from(manifests, async ([snapshotId, manifest]) => {
      const directory = join(snapshots, snapshotId);
      return {
        snapshotId,
        directory,
        isCurrent: snapshotId === current,
        isPinned: pinned.includes(snapshotId),
        /** Sorted. */
        tags: tags.filter(([, id]) => id === snapshotId).map(([tag]) => tag),
        /** End of its build: the modification time of the manifest. */
        builtMs: (await disk.describe(join(directory, MANIFEST_FILE)))?.modifiedMs ?? 0,
        ...factsOf(manifest, (sha256) => holders.get(sha256) === 1),
      };
    }),
  );
  return listings.sort((a, b) => b.builtMs - a.builtMs || (a.snapshotId < b.snapshotId ? 1 : -1));
}

/** Facts of the manifest, or its problem. `ownBytes` are in no other snapshot: its removal frees them. */
function factsOf(manifest: SnapshotManifest | Error, isOwn: (sha256: string) => boolean) {
  if (manifest instanceof Error) return { facts: undefined, problem: manifest.message };
  const { datasetId, asOf, synthetic, national } = manifest;
  let [bytes, ownBytes] = [0, 0];
  for (const file of manifest.files) {
    bytes += file.bytes;
    if (isOwn(file.sha256)) ownBytes += file.bytes;
  }
  const facts = { datasetId, asOf, synthetic, bytes, ownBytes, suburbs: national.suburbs };
  return { facts, problem: undefined };
}
