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

/** Stands next to `dataset.json` where an import from a database made the dataset: imports of files leave it alone. */
export const DATABASE_MARK_FILE = "imported-from-database.json";

/** The tables that were read before new ones were made of them and more. */
export interface GrownFrom {
  readonly folder: string | undefined;
}

/** A folder of tables, named after its content. */
const TABLES_FOLDER = /^tables-[0-9a-f]{16}(-[0-9]+)?$/;
/** A folder of tables that nothing names belongs to an import that is about to name it, or that died. */
const LEFTOVER_AFTER_MS = 60 * 60 * 1000;

/**
 * Makes the folder `aside` the tables of the dataset `target`: it is moved in under a name of `tablesName`, which nothing
 * refers to yet, and then one rename puts the new `dataset.json` in the place of the old. Whenever the process dies, the
 * dataset is the old one or the new one, whole, and the same call goes on. What the new one replaced is removed afterwards.
 * With `grown`, the tables that the new ones hold too, nothing is replaced where others are named by now.
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
      `another import changed ${target} meanwhile, and nothing was replaced; import again`,
    );
  };
  await checkGrown(before);
  const path = join(target, folder);
  try {
    await moveTables(aside, path);
    // All of it is on the disk before it is named: what is named survives the loss of power.
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

/** A folder of the name holds the same: another import brought it, or this one before it died. */
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

/** Whether an import made what is in the folder, or began to. */
export async function isImported(dir: string, names: readonly string[]): Promise<boolean> {
  if (names.includes(DATABASE_MARK_FILE)) return false;
  const isBegun = (name: string) => TABLES_FOLDER.test(name) || name === `${DATASET_MANIFEST_FILE}.tmp`;
  if (names.includes(PARTS_FOLDER) || names.every(isBegun)) return true;
  const folder = names.includes(DATASET_MANIFEST_FILE) ? await namedFolder(dir) : undefined;
  return folder !== undefined && TABLES_FOLDER.test(folder);
}

/** The tables that a dataset names; undefined when it names none. */
export async function namedFolder(dir: string): Promise<string | undefined> {
  return readDatasetManifest(dir).then(
    ({ tablesFolder }) => tablesFolder,
    () => undefined,
  );
}

/** A name for the tables in the folder `aside`: it is free, or the dataset holds just this content under it. */
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

/** Removes the tables named before, those of imports that died, and files of the layout without a folder. */
async function removeReplaced(target: string, current: string, before: string | undefined): Promise<void> {
  const made = await stat(join(target, current)).catch(() => undefined);
  // Another import has replaced it by now, and removes the rest.
  if (made === undefined) return;
  for (const name of await readdir(target)) {
    if (name === current) continue;
    const path = join(target, name);
    const isOld =
      name === before ||
      isFlatFile(name) ||
      (TABLES_FOLDER.test(name) && (await isLeftover(path, made.mtimeMs)));
    // Another import may have named these tables again by now.
    if (isOld && (await namedFolder(target)) !== name) await rm(path, { recursive: true, force: true });
  }
}

/** By the file system's own times: made long before the present tables. */
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
