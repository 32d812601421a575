import { badConfig } from "../../runtime/errors.ts";
import { makeWritableDirectory } from "../../runtime/files/writable-directory.ts";
import { errorCode } from "../files/file-operations.ts";
import { disk } from "../files/outside-world.ts";
import { dataDirectory } from "./data-directory.ts";

/** Rejects at once, not after a long build, when snapshots cannot be written into the data directory. */
export async function checkDataDirectory(dataDir: string): Promise<void> {
  const { root, staging, snapshots } = dataDirectory(dataDir);
  for (const path of [root, staging, snapshots]) {
    await makeWritableDirectory(
      path,
      path === root ? "the data directory" : "in the data directory",
      "make it writable or name another one with --data-dir or TERRACE_DATA_DIR",
    );
  }
}

/** Rejects when a file is where the data directory, or a part of its path, should be. A missing one is not an error. */
export async function refuseFileAsDataDirectory(dataDir: string): Promise<void> {
  const { root } = dataDirectory(dataDir);
  const isFile = (await disk.describe(root))?.kind === "file";
  const isBelowFile = await disk.list(root).then(
    () => false,
    (error) => errorCode(error) === "ENOTDIR",
  );
  if (!isFile && !isBelowFile) return;
  const reason = isFile ? "it is a file" : "a part of its path is a file";
  throw badConfig(
    `cannot read the data directory "${dataDir}": ${reason}; name another one with --data-dir or TERRACE_DATA_DIR`,
  );
}
