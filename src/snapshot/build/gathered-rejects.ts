import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";
import { dataDirectory } from "../store/data-directory.ts";
import { rejectsFile } from "./steps/load-step.ts";

interface RejectsPlan {
  readonly datasetDir: string;
  readonly dataDir: string;
  readonly rejectsPath?: string | undefined;
}

/** Path for the list of rejected rows; removes an earlier list. */
export async function rejectsPlace({ datasetDir, dataDir, rejectsPath }: RejectsPlan): Promise<string> {
  const name = `${basename(resolve(datasetDir))}.ndjson`;
  const path = rejectsPath ?? join(dataDirectory(resolve(dataDir)).rejects, name);
  await makeDirectory(dirname(path));
  await rm(path, { force: true });
  return path;
}

/** Concatenates the rejected rows of all tables in table order; writes an empty file if there are none. */
export async function gatherRejects(root: string, path: string): Promise<void> {
  // Unique name: another build of a dataset with this name may write its list at the same time.
  const tempPath = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(tempPath, "");
    for (const { name } of DATASET_TABLES) {
      const own = join(root, rejectsFile(name));
      if (existsSync(own)) await pipeline(createReadStream(own), createWriteStream(tempPath, { flags: "a" }));
    }
    await rename(tempPath, path);
  } finally {
    await rm(tempPath, { force: true });
  }
}
