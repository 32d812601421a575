import { failedPrecondition, invalidArgument } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { isSnapshotId } from "../manifest/manifest.ts";
import { type Claim, createClaim, listClaims, type OwnClaim } from "./claims.ts";
import { dataDirectory } from "./data-directory.ts";

/** A hold on a snapshot: while it lasts, no process of any host removes the snapshot. It ends with its process. */
export interface SnapshotPin {
  readonly snapshotId: string;
  /** False when nothing could be written in the data directory, so that the hold is known to this process alone. */
  readonly isHeld: boolean;
  release(): Promise<void>;
}

const PIN = "pin-";
const REMOVAL = "removal-";

/** A hold of this process on a snapshot; several may exist for one snapshot. */
export async function pinSnapshot(dataDir: string, snapshotId: string): Promise<SnapshotPin> {
  const { release } = await claimSnapshot(dataDir, PIN, snapshotId);
  return { snapshotId, isHeld: true, release };
}

/** A hold for readers: where nothing can be written, or the disk is full, the snapshot is read all the same. */
export async function pinForReading(dataDir: string, snapshotId: string): Promise<SnapshotPin> {
  try {
    return await pinSnapshot(dataDir, snapshotId);
  } catch (error) {
    if (!["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"].includes(errorCode(error))) throw error;
    return { snapshotId, isHeld: false, release: async () => {} };
  }
}

/** Ids that living processes hold, each once, sorted. */
export async function pinnedSnapshots(dataDir: string): Promise<string[]> {
  const claims = await livingClaims(dataDir);
  const ids = claims.filter((c) => c.subject.startsWith(PIN)).map((c) => c.subject.slice(PIN.length));
  return [...new Set(ids)].sort();
}

/**
 * Says that this process is about to remove a snapshot. A remover announces first and reads the pins second; a
 * publisher pins first and reads the announcements second. So at least one of two that meet sees the other.
 */
export async function announceRemoval(
  dataDir: string,
  snapshotId: string,
): Promise<{ release(): Promise<void> }> {
  const { release } = await claimSnapshot(dataDir, REMOVAL, snapshotId);
  return { release };
}

/** Rejects while a living process removes the snapshot, and says what to do instead. */
export async function refuseDuringRemoval(
  dataDir: string,
  snapshotId: string,
  advice: string,
): Promise<void> {
  const claims = await livingClaims(dataDir);
  const removal = claims.find((c) => c.subject === `${REMOVAL}${snapshotId}`);
  if (removal !== undefined) {
    throw failedPrecondition(`snapshot ${snapshotId} is being removed by process ${removal.pid}; ${advice}`);
  }
}

async function claimSnapshot(dataDir: string, kind: string, snapshotId: string): Promise<OwnClaim> {
  if (!isSnapshotId(snapshotId)) {
    throw invalidArgument(`"${snapshotId}" is not a snapshot id such as 2026-11-13-0123456789ab`);
  }
  return createClaim(dataDirectory(dataDir).leases, `${kind}${snapshotId}`);
}

async function livingClaims(dataDir: string): Promise<Claim[]> {
  const claims = await listClaims(dataDirectory(dataDir).leases);
  return claims.filter((c) => c.alive);
}
