import { failedPrecondition, invalidArgument } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { isSnapshotId } from "../manifest/manifest.ts";
import { type Claim, createClaim, listClaims, type OwnClaim } from "./claims.ts";
import { dataDirectory } from "./data-directory.ts";

/** While a process pins a snapshot, no process on any host removes it. A pin ends with its process. */
export interface SnapshotPin {
  readonly snapshotId: string;
  /** False if the data directory is not writable, so that only this process knows about the pin. */
  readonly isHeld: boolean;
  release(): Promise<void>;
}

const PIN = "pin-";
const REMOVAL = "removal-";

/** Pins a snapshot; several pins may exist for one snapshot. */
export async function pinSnapshot(dataDir: string, snapshotId: string): Promise<SnapshotPin> {
  const { release } = await claimSnapshot(dataDir, PIN, snapshotId);
  return { snapshotId, isHeld: true, release };
}

/** Pins for reading: succeeds without a claim if nothing can be written or the disk is full. */
export async function pinForReading(dataDir: string, snapshotId: string): Promise<SnapshotPin> {
  try {
    return await pinSnapshot(dataDir, snapshotId);
  } catch (error) {
    if (!["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"].includes(errorCode(error))) throw error;
    return { snapshotId, isHeld: false, release: async () => {} };
  }
}

/** Ids pinned by live processes, sorted and unique. */
export async function pinnedSnapshots(dataDir: string): Promise<string[]> {
  const claims = await livingClaims(dataDir);
  const ids = claims.filter((c) => c.subject.startsWith(PIN)).map((c) => c.subject.slice(PIN.length));
  return [...new Set(ids)].sort();
}

/**
 * Announces the removal of a snapshot. A remover announces first, then reads the pins; a publisher pins
 * first, then reads the announcements. So of two at the same time, at least one sees the other.
 */
export function announceRemoval(dataDir: string, snapshotId: string): Promise<{ release(): Promise<void> }> {
  return claimSnapshot(dataDir, REMOVAL, snapshotId);
}

/** Throws, with advice, while a live process removes the snapshot. */
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
