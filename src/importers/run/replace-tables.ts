import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DATASET_MANIFEST_FILE, readDatasetManifest, writeDatasetManifest } from "../../dataset/dataset.ts";
import { TABLE_FORMATS } from "../../dataset/locate-tables.ts";
import type { DatasetManifest } from "../../dataset/manifest.ts";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { failedPrecondition, isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { flushDirectory, flushTree } from "../../runtime/files/flush.ts";
import { PARTS_FOLDER } from "./part-store.ts";

/** Marker file of datasets made by a database import; file imports do not touch these. */
export const DATABASE_MARK_FILE = "imported-from-database.json";

/** The tables folder that an incremental import started from. */
export interface GrownFrom {
  readonly folder: string | undefined;
}

/** Name of a tables folder: contains a digest of its content. */
const TABLES_FOLDER = /^tables-[0-9a-f]{16}(-[0-9]+)?$/;
/** Age at which an unreferenced tables folder is dead; a younger one may belong to a running import. */
const LEFTOVER_AFTER_MS = 60 * 60 * 1000;

/**
 * Makes the folder `aside` the tables of the dataset `target`: moves it in under the unreferenced name
 * `folder`, then replaces `dataset.json` by an atomic rename. If the process dies, the dataset is complete,
 * old or new, and the call can be repeated. Afterwards removes what was replaced. With `grown`, throws
 * instead if the dataset has other tables by now.
 */
export async function replaceTables(
  aside: string,
  target: string,
  folder: string,
  manifest: DatasetManifest,
  grown?: GrownFrom,
): Promise<void> {
  const before = await namedFolder(target);
  const checkGrown = async (now: string | undefined) => {
    if (grown === undefined || now === grown.folder || now === folder) return;
    throw failedPrecondition(
      `another import has changed ${target} in the meantime, so nothing was replaced; import again`,
    );
  };
  await checkGrown(before);
  const path = join(target, folder);
  try {
    await moveTables(aside, path);
    // Flush before referencing, so that the dataset survives a power failure.
    await flushTree(path);
    await flushDirectory(target);
    await writeDatasetManifest(
      target,
      { ...manifest, tablesFolder: folder },
      {
        aside: `${aside}.${DATASET_MANIFEST_FILE}`,
        check: async () => checkGrown(await namedFolder(target)),
      },
    );
  } catch (cause) {
    if (isTerraceError(cause)) throw cause;
    const message = `cannot move the new dataset to ${target}: ${(cause as Error).message}`;
    throw new TerraceError("io_failure", message, { cause });
  }
  await removeReplaced(target, folder, before);
}

/** If `path` exists it has the same content, from another import or from this one before it died. */
async function moveTables(aside: string, path: string): Promise<void> {
  if (!existsSync(path)) {
    try {
      return await rename(aside, path);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!["ENOTEMPTY", "EEXIST"].includes(code)) throw error;
    }
  }
  await rm(aside, { recursive: true, force: true });
}

/** True if an import created the folder's content, or started to. */
export async function isImported(dir: string, names: readonly string[]): Promise<boolean> {
  if (names.includes(DATABASE_MARK_FILE)) return false;
  const isStarted = (name: string) => TABLES_FOLDER.test(name) || name === `${DATASET_MANIFEST_FILE}.tmp`;
  if (names.includes(PARTS_FOLDER) || names.every(isStarted)) return true;
  const folder = names.includes(DATASET_MANIFEST_FILE) ? await namedFolder(dir) : undefined;
  return folder !== undefined && TABLES_FOLDER.test(folder);
}

/** The tables folder named in the dataset's manifest, if any. */
export async function namedFolder(dir: string): Promise<string | undefined> {
  return readDatasetManifest(dir).then(
    ({ tablesFolder }) => tablesFolder,
    () => undefined,
  );
}

/** A name for the tables in `aside` that is unused in the dataset or used for identical content. */
export async function tablesName(aside: string, target: string): Promise<string> {
  const digest = await contentDigest(aside);
  for (let attempt = 0; ; attempt++) {
    const folder = `tables-${digest}${attempt === 0 ? "" : `-${attempt}`}`;
    const path = join(target, folder);
    if (!existsSync(path) || (await contentDigest(path)) === digest) return folder;
  }
}

async function contentDigest(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const path of paths.sort()) {
    hash.update(`\0${path.slice(dir.length)}\0`);
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Removes the replaced tables, those of dead imports, and files of the old layout without a folder. */
async function removeReplaced(target: string, current: string, before: string | undefined): Promise<void> {
  const made = await stat(join(target, current)).catch(() => undefined);
  // Another import has replaced it by now and cleans up.
  if (made === undefined) return;
  for (const name of await readdir(target)) {
    if (name === current) continue;
    const path = join(target, name);
    const isOld =
      name === before ||
      isFlatFile(name) ||
      (TABLES_FOLDER.test(name) && (await isLeftover(path, made.mtimeMs)));
    // Another import may have referenced this folder again by now.
    if (isOld && (await namedFolder(target)) !== name) await rm(path, { recursive: true, force: true });
  }
}

/** Compares file-system times: much older than the current tables. */
async function isLeftover(path: string, madeMs: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && madeMs - found.mtimeMs > LEFTOVER_AFTER_MS;
}

function isFlatFile(name: string): boolean {
  if (name === PARTS_FOLDER) return true;
  const [table, ...ending] = name.split(".");
  return (
    DATASET_TABLES.some((one) => one.name === table) &&
    (TABLE_FORMATS as readonly string[]).includes(ending.join("."))
  );
}
