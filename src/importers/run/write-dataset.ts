import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CsvWriter, type Row } from "../../dataset/csv-writer.ts";
import { writeDatasetManifest } from "../../dataset/dataset.ts";
import type { DatasetManifest } from "../../dataset/manifest.ts";
import { DATASET_TABLES, datasetTable } from "../../dataset/tables/index.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { invalidArgument, TerraceError } from "../../runtime/errors.ts";
import { unwritable } from "../../runtime/writable-directory.ts";
import type { MergedTable } from "./merge.ts";
import { type KeptPart, PARTS_FOLDER, writeParts } from "./part-store.ts";

export interface DatasetToWrite {
  readonly manifest: DatasetManifest;
  readonly tables: readonly MergedTable[];
  readonly parts: readonly KeptPart[];
  readonly onProgress?: (table: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Writes the dataset aside and renames it into place, so `dir` holds the old dataset or the new one and never a part of
 * either. Only a folder that an import made, or an empty one, is replaced.
 */
export async function writeDataset(dir: string, dataset: DatasetToWrite): Promise<Record<string, number>> {
  const target = resolve(dir);
  const workspace = await makeWorkspace(target);
  try {
    const aside = join(workspace, "new");
    await mkdir(aside);
    const counts = await writeTables(aside, dataset);
    await writeParts(aside, dataset.parts, dataset.signal);
    await writeDatasetManifest(aside, dataset.manifest);
    throwIfAborted(dataset.signal, "import");
    await replaceFolder(aside, target, join(workspace, "old"));
    return counts;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/** Rejects when `writeDataset` could not write to the folder: better before files are read than after. */
export async function checkDatasetFolder(dir: string): Promise<void> {
  await rmdir(await makeWorkspace(resolve(dir)));
}

/** A new folder beside the target, on the same file system. */
async function makeWorkspace(target: string): Promise<string> {
  const parent = await parentOf(target);
  await refuseForeignFolder(target);
  try {
    return await mkdtemp(join(parent, `.${basename(target)}.importing-`));
  } catch (cause) {
    throw unwritable(parent, cause, "the dataset into", "make it writable or name another folder with --out");
  }
}

/** One CSV file a table; the required tables are written even without rows. */
async function writeTables(dir: string, dataset: DatasetToWrite): Promise<Record<string, number>> {
  const rowsOf = new Map(dataset.tables.map(({ table, rows }) => [table, rows]));
  const names = DATASET_TABLES.filter(({ name, required }) => required || rowsOf.has(name)).map(
    (t) => t.name,
  );
  const counts: Record<string, number> = {};
  for (const name of names) {
    const rows = rowsOf.get(name) ?? [];
    const writer = await CsvWriter.create(join(dir, `${name}.csv`), datasetTable(name)!);
    try {
      for (const row of rows) {
        writer.write(row as Row);
        await writer.drain();
      }
    } finally {
      await writer.close();
    }
    counts[name] = rows.length;
    throwIfAborted(dataset.signal, "import");
    dataset.onProgress?.(name, Object.keys(counts).length, names.length);
  }
  return counts;
}

async function refuseForeignFolder(target: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(target);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return;
    if (code === "ENOTDIR") throw invalidArgument(`"${target}" is a file; name a new or an empty folder`);
    throw new TerraceError("io_failure", `cannot list ${target}`, { cause });
  }
  if (names.length === 0 || names.includes(PARTS_FOLDER)) return;
  throw new TerraceError(
    "invalid_argument",
    `"${target}" holds files that no import made (${names.slice(0, 3).join(", ")}…); name a new or an empty folder`,
  );
}

async function parentOf(target: string): Promise<string> {
  const parent = dirname(target);
  try {
    await readdir(parent);
    return parent;
  } catch (cause) {
    throw new TerraceError("invalid_argument", `no folder "${parent}" to write the dataset into`, { cause });
  }
}

async function replaceFolder(aside: string, target: string, old: string): Promise<void> {
  const hadOld = await rename(target, old).then(
    () => true,
    (cause) => {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw new TerraceError("io_failure", `cannot move ${target} aside`, { cause });
    },
  );
  try {
    await rename(aside, target);
  } catch (cause) {
    if (hadOld) await rename(old, target);
    throw new TerraceError("io_failure", `cannot move the new dataset to ${target}`, { cause });
  }
}
