import { dirname, join, sep } from "node:path";
import { badSnapshot } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { linkOrCopy } from "../files/link-or-copy.ts";
import { disk } from "../files/outside-world.ts";
import { isSnapshotId } from "../manifest/manifest.ts";
import { dataDirectory } from "./data-directory.ts";
import { describeFile, listFiles, readManifest, verifySnapshot } from "./verify.ts";

/**
 * Installs a snapshot durably among the complete ones and returns its path. Moves it from staging, or copies
 * it through `slot`. An installed copy is verified and kept.
 */
export async function installSnapshot(
  directory: string,
  dataDir: string,
  snapshotId: string,
  slot: string,
): Promise<string> {
  const { root, snapshots, staging } = dataDirectory(dataDir);
  const target = join(snapshots, snapshotId);
  await disk.makeDirectory(snapshots);
  if ((await disk.describe(target)) !== undefined) {
    if (directory !== target) await checkInstalled(target);
  } else {
    const isStaged = directory.startsWith(`${staging}${sep}`);
    const source = isStaged ? directory : join(slot, "snapshot");
    if (!isStaged) await copySnapshot(directory, source, await storedFiles(snapshots));
    await syncTree(source);
    await moveInto(source, target);
  }
  await disk.syncDirectory(snapshots);
  await disk.syncDirectory(root);
  await disk.syncDirectory(dirname(root));
  return target;
}

/** Fsyncs every file of a directory, then the directories from the inside out. */
export async function syncTree(directory: string): Promise<void> {
  const directories = new Set([directory]);
  for (const path of await listFiles(directory)) {
    const file = join(directory, path);
    await disk.syncFile(file);
    for (let d = dirname(file); d !== directory; d = dirname(d)) directories.add(d);
  }
  const insideOut = [...directories].sort((a, b) => b.length - a.length);
  for (const d of insideOut) await disk.syncDirectory(d);
}

/** Copies a snapshot; files equal to stored ones become hard links. */
async function copySnapshot(from: string, to: string, stored: ReadonlyMap<string, string>): Promise<void> {
  const { files: parts } = await readManifest(from);
  const checksums = new Map(parts.map(({ path, sha256 }) => [path, sha256]));
  for (const path of await listFiles(from)) {
    const target = join(to, path);
    await disk.makeDirectory(dirname(target));
    const sha256 = checksums.get(path);
    const equal = sha256 === undefined ? undefined : stored.get(sha256);
    if (equal !== undefined) {
      await linkOrCopy(equal, target).catch(() => {});
      const found = await describeFile(to, path).catch(() => undefined);
      if (found?.sha256 === sha256) continue;
      await disk.remove(target);
    }
    await disk.copy(join(from, path), target);
  }
  await verifySnapshot(to);
}

/** Paths of all files in complete snapshots, by checksum. */
export async function storedFiles(snapshots: string): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (const id of (await disk.list(snapshots)).filter(isSnapshotId)) {
    const directory = join(snapshots, id);
    const manifest = await readManifest(directory).catch(() => undefined);
    for (const { path, sha256 } of manifest?.files ?? []) stored.set(sha256, join(directory, path));
  }
  return stored;
}

async function moveInto(source: string, target: string): Promise<void> {
  try {
    await disk.rename(source, target);
  } catch (error) {
    // A rename reported as failed may have happened, or another process may have published the same snapshot.
    const isThere = (await disk.describe(target)) !== undefined;
    const isMoved = isThere && (await disk.describe(source)) === undefined;
    if (isMoved) return;
    if (!isThere || !["ENOTEMPTY", "EEXIST"].includes(errorCode(error))) throw error;
    await checkInstalled(target);
  }
}

/** Throws if the installed snapshot is damaged: published files are never replaced. */
async function checkInstalled(target: string): Promise<void> {
  try {
    await verifySnapshot(target);
  } catch (cause) {
    throw badSnapshot(
      `${(cause as Error).message}; it is where the same snapshot would go: remove ${target} and publish again`,
      cause,
    );
  }
}
