import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { notFound } from "../../runtime/errors.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";
import { isSnapshotId } from "../../snapshot/manifest/manifest.ts";
import { listSnapshots, type SnapshotListing } from "../../snapshot/store/list.ts";

/** The directory of a snapshot given by id or path. Throws not_found, listing the snapshots there are. */
export async function snapshotDirectory(name: string, dataDir: string): Promise<string> {
  if (!isSnapshotId(name)) {
    const found = await stat(resolve(name)).catch(() => undefined);
    if (found?.isDirectory()) return resolve(name);
  }
  const listings = await listSnapshots(dataDir);
  const listing = listings.find((one) => one.snapshotId === name);
  if (listing !== undefined) return resolve(listing.directory);
  const what = isSnapshotId(name)
    ? `no snapshot "${name}"`
    : `"${name}" is neither a directory nor a snapshot`;
  throw notFound(`${what} in ${dataDir}${whatThereIs(name, listings, dataDir)}`);
}

const LISTED = 20;

function whatThereIs(name: string, listings: readonly SnapshotListing[], dataDir: string): string {
  if (listings.length === 0) return `; ${dataDir} holds no snapshot: make one with terrace demo`;
  const ids = listings.map((one) => one.snapshotId);
  const [nearest] = nearestNames(name, ids, 1);
  const guess = isSnapshotId(name) && nearest !== undefined ? `; did you mean ${nearest}?` : "";
  const lines = listings
    .slice(0, LISTED)
    .map(({ snapshotId, isCurrent }) => `\n  ${snapshotId}${isCurrent ? "  current" : ""}`);
  const more = listings.length > LISTED ? `\n  and ${listings.length - LISTED} more` : "";
  return `${guess}; there are:${lines.join("")}${more}`;
}
