import { dirname, join, sep } from "node:path";
import { TerraceError } from "../../runtime/errors.ts";
import { errorCode, type FileOperations } from "../files/file-operations.ts";
import { dataDirectory } from "./data-directory.ts";
import { listFiles, verifySnapshot } from "./verify.ts";

/**
 * Directory of the snapshot among the complete ones, durable. A directory under staging is moved there, any other is
 * copied by way of `slot`. A snapshot that is there already, and whole, is kept.
 */
export async function installSnapshot(
  directory: string,
  dataDir: string,
  snapshotId: string,
  slot: string,
  files: FileOperations,
): Promise<string> {
  const { root, snapshots, staging } = dataDirectory(dataDir);
  const target = join(snapshots, snapshotId);
  await files.makeDirectory(snapshots);
  if ((await files.describe(target)) !== undefined) {
    if (directory !== target) await checkInstalled(target, files);
  } else {
    const isStaged = directory.startsWith(`${staging}${sep}`);
    const source = isStaged ? directory : join(slot, "snapshot");
    if (!isStaged) await copyTree(directory, source, files);
    await syncTree(source, files);
    await moveInto(source, target, files);
  }
  await files.syncDirectory(snapshots);
  await files.syncDirectory(root);
  await files.syncDirectory(dirname(root));
  return target;
}

/** Flushes every file of a directory, then every directory from the inside out. */
export async function syncTree(directory: string, files: FileOperations): Promise<void> {
  const directories = new Set([directory]);
  for (const path of await listFiles(directory, files)) {
    const file = join(directory, path);
    await files.syncFile(file);
    for (let d = dirname(file); d !== directory; d = dirname(d)) directories.add(d);
  }
  const insideOut = [...directories].sort((a, b) => b.length - a.length);
  for (const d of insideOut) await files.syncDirectory(d);
}

async function copyTree(from: string, to: string, files: FileOperations): Promise<void> {
  for (const path of await listFiles(from, files)) {
    await files.makeDirectory(dirname(join(to, path)));
    await files.copy(join(from, path), join(to, path));
  }
  await verifySnapshot(to, { files });
}

async function moveInto(source: string, target: string, files: FileOperations): Promise<void> {
  try {
    await files.rename(source, target);
  } catch (error) {
    // Renames reported as failed may have happened, and another process may have published the same snapshot first.
    const isThere = (await files.describe(target)) !== undefined;
    const isMoved = isThere && (await files.describe(source)) === undefined;
    if (isMoved) return;
    if (!isThere || !["ENOTEMPTY", "EEXIST"].includes(errorCode(error))) throw error;
    await checkInstalled(target, files);
  }
}

/** Rejects when the snapshot that stands under the same id is damaged: published files are never replaced. */
async function checkInstalled(target: string, files: FileOperations): Promise<void> {
  try {
    await verifySnapshot(target, { files });
  } catch (cause) {
    throw new TerraceError(
      "bad_snapshot",
      `${(cause as Error).message}; it stands where the same snapshot would go: remove ${target} and publish again`,
      { cause },
    );
  }
}
