import { badConfig } from "../../runtime/errors.ts";
import { makeWritableDirectory } from "../../runtime/files/writable-directory.ts";
import { errorCode } from "../files/file-operations.ts";
import { disk } from "../files/outside-world.ts";
import { dataDirectory } from "./data-directory.ts";

/** Throws before a long build, rather than after it, if snapshots cannot be written. */
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

/** Throws if the data directory, or a parent in its path, is a file. A missing directory is not an error. */
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
