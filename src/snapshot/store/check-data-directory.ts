import { makeWritableDirectory } from "../../runtime/writable-directory.ts";
import { dataDirectory } from "./data-directory.ts";

/** Rejects at once, not after a long build, when snapshots cannot be written into the data directory. */
export async function checkDataDirectory(dataDir: string): Promise<void> {
  const { root, staging, snapshots } = dataDirectory(dataDir);
  for (const path of [root, staging, snapshots]) {
    await makeWritableDirectory(
      path,
      path === root ? "the data directory" : "in the data directory",
      "make it writable or name another one with --data-dir or TERRACE_DATA",
    );
  }
}
