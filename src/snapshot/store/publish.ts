import { dirname, join, resolve } from "node:path";
import { isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { disk, inWorld, type OutsideWorld } from "../files/outside-world.ts";
import { whileHeld } from "./claims.ts";
import { dataDirectory } from "./data-directory.ts";
import { installSnapshot } from "./install.ts";
import { pinSnapshot, refuseDuringRemoval } from "./leases.ts";
import { recordPublication } from "./publications.ts";
import { readCurrent } from "./read-current.ts";
import { claimStaging } from "./staging.ts";
import { verifySnapshot } from "./verify.ts";

export interface PublishResult {
  readonly snapshotId: string;
  readonly directory: string;
  /** Snapshot that was current before, if any. */
  readonly previousId: string | undefined;
}

export interface PublishOptions extends Partial<OutsideWorld> {
  /** Awaited after the snapshot is installed, before it becomes current. */
  readonly beforeCurrent?: ((previousId: string, snapshotId: string) => Promise<void>) | undefined;
}

/** Makes a snapshot current, atomically and durably. Moves it from staging, or copies it. Idempotent. */
export async function publishSnapshot(
  directory: string,
  dataDir: string,
  given: PublishOptions = {},
): Promise<PublishResult> {
  return inWorld(given, async () => {
    const { snapshotId } = await verifySnapshot(directory);
    return publishWhole(directory, dataDir, snapshotId, given.beforeCurrent);
  });
}

/** Like `publishSnapshot`, for a snapshot that is already verified. */
export async function publishWhole(
  directory: string,
  dataDir: string,
  snapshotId: string,
  beforeCurrent?: PublishOptions["beforeCurrent"],
): Promise<PublishResult> {
  const [from, root] = [resolve(directory), resolve(dataDir)];
  try {
    const previousId = await readCurrent(root).catch(() => undefined);
    return await whileHeld(await claimStaging(root, "publish"), async (slot) =>
      whileHeld(await pinSnapshot(root, snapshotId), async () => {
        await refuseDuringRemoval(root, snapshotId, "publish it again afterwards");
        const installed = await installSnapshot(from, root, snapshotId, slot.directory);
        if (previousId !== undefined) await beforeCurrent?.(previousId, snapshotId);
        await recordPublication(root, previousId, snapshotId);
        await swapCurrent(root, snapshotId, join(slot.directory, "CURRENT"));
        return { snapshotId, directory: installed, previousId };
      }),
    );
  } catch (cause) {
    if (isTerraceError(cause)) throw cause;
    throw await publishFailure(dataDir, snapshotId, cause);
  }
}

/** Writes a temp file, fsyncs it, renames it over CURRENT, fsyncs the directory and its parent. */
async function swapCurrent(dataDir: string, id: string, tempPath: string): Promise<void> {
  const { root, current } = dataDirectory(dataDir);
  await disk.writeText(tempPath, `${id}\n`);
  await disk.syncFile(tempPath);
  try {
    await disk.rename(tempPath, current);
  } catch (error) {
    // A rename reported as failed may have happened.
    if ((await readCurrent(dataDir)) !== id) throw error;
  }
  await disk.syncDirectory(root);
  await disk.syncDirectory(dirname(root));
}

async function publishFailure(dataDir: string, snapshotId: string, cause: unknown): Promise<TerraceError> {
  const current = await readCurrent(dataDir).catch(() => undefined);
  const why = errorCode(cause) === "ENOSPC" ? "the disk is full" : (cause as Error).message;
  const state =
    current === snapshotId
      ? "CURRENT names it, but may not survive a power loss; publish it again"
      : `CURRENT still names ${current ?? "no snapshot"}`;
  return new TerraceError("io_failure", `cannot publish snapshot ${snapshotId}: ${why}; ${state}`, { cause });
}
