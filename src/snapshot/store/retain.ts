import { join } from "node:path";
import { invalidArgument } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { disk, inWorld, type OutsideWorld } from "../files/outside-world.ts";
import { refuseFileAsDataDirectory } from "./check-data-directory.ts";
import { pruneKeptResults } from "./kept-results.ts";
import { announceRemoval, pinnedSnapshots } from "./leases.ts";
import { listSnapshots } from "./list.ts";
import { readCurrent } from "./read-current.ts";
import { claimStaging, removeLeftovers } from "./staging.ts";

export interface RetainOptions extends Partial<OutsideWorld> {
  readonly pinned?: readonly string[];
}

export interface RetainResult {
  /** Newest first. */
  readonly kept: readonly {
    readonly snapshotId: string;
    readonly because: "newest" | "current" | "tagged" | "pinned";
  }[];
  readonly removed: readonly string[];
  /** Removed paths that dead processes had left. */
  readonly leftovers: readonly string[];
  /** Paths that could not be removed, and why; they are retried each time. */
  readonly stuck: readonly { readonly path: string; readonly problem: string }[];
}

/**
 * Keeps the newest `keep` snapshots, the current one, and tagged or pinned ones. Removes the others,
 * leftovers of dead processes, and cached results that neither a kept snapshot nor the newest build used.
 */
export async function retainSnapshots(
  dataDir: string,
  keep: number,
  { pinned = [], ...given }: RetainOptions = {},
): Promise<RetainResult> {
  if (!Number.isSafeInteger(keep) || keep < 1) {
    throw invalidArgument(`cannot keep ${keep} snapshots; expected a whole number of at least 1`);
  }
  return inWorld(given, async () => {
    await refuseFileAsDataDirectory(dataDir);
    const stuck: { path: string; problem: string }[] = [];
    const leftovers = await removeLeftovers(dataDir, (path, error) =>
      stuck.push({ path, problem: error.message }),
    );
    const listings = await listSnapshots(dataDir);
    const kept: RetainResult["kept"][number][] = [];
    const removed: string[] = [];
    for (const [i, { snapshotId, directory, isCurrent, tags }] of listings.entries()) {
      if (i < keep) kept.push({ snapshotId, because: "newest" });
      else if (isCurrent) kept.push({ snapshotId, because: "current" });
      else if (tags.length > 0) kept.push({ snapshotId, because: "tagged" });
      else if (pinned.includes(snapshotId)) kept.push({ snapshotId, because: "pinned" });
      else if (await removeUnlessUsed(dataDir, snapshotId, directory)) removed.push(snapshotId);
      else kept.push({ snapshotId, because: "pinned" });
    }
    await pruneKeptResults(
      dataDir,
      kept.map(({ snapshotId }) => snapshotId),
    );
    return { kept, removed, leftovers, stuck };
  });
}

/** Removes a snapshot; false if it is in use by then. `mayBeCurrent`: for a damaged one being replaced. */
export async function removeUnlessUsed(
  dataDir: string,
  snapshotId: string,
  directory: string,
  mayBeCurrent = false,
): Promise<boolean> {
  const announcement = await announceRemoval(dataDir, snapshotId);
  try {
    if ((await pinnedSnapshots(dataDir)).includes(snapshotId)) return false;
    if (!mayBeCurrent && (await readCurrent(dataDir)) === snapshotId) return false;
    const slot = await claimStaging(dataDir, "retain");
    try {
      // Moved to staging first, so that a half-removed snapshot is never among the complete ones.
      await disk.rename(directory, join(slot.directory, snapshotId));
    } catch (error) {
      // Another process removed it meanwhile.
      if (errorCode(error) !== "ENOENT") throw error;
    } finally {
      await slot.release();
    }
    return true;
  } finally {
    await announcement.release();
  }
}
