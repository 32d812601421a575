import { mkdir, mkdtemp, readdir, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CsvWriter, type Row } from "../../dataset/csv-writer.ts";
import type { DatasetManifest } from "../../dataset/manifest.ts";
import { DATASET_TABLES, datasetTable } from "../../dataset/tables/index.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { invalidArgument, isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { makeDirectory, unwritable } from "../../runtime/files/writable-directory.ts";
import type { MergedTable } from "./merge.ts";
import { type KeptPart, writeParts } from "./part-store.ts";
import { type GrownFrom, isImported, replaceTables, tablesName } from "./replace-tables.ts";

/** An import that has made no file for so long is dead. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

export interface DatasetToWrite {
  readonly manifest: DatasetManifest;
  /** What it adds to: nothing is written where that is no longer the dataset. */
  readonly grown?: GrownFrom;
  readonly tables: readonly MergedTable[];
  readonly parts: readonly KeptPart[];
  readonly onProgress?: (table: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Writes the tables aside and puts them into place with one rename, so `dir` holds the old dataset or the new one and
 * never a part of either. Only a dataset that an import made is replaced.
 */
export async function writeDataset(dir: string, dataset: DatasetToWrite): Promise<Record<string, number>> {
  const target = resolve(dir);
  const workspace = await makeWorkspace(target);
  try {
    const aside = join(workspace, "new");
    const counts = await writeAside(aside, dataset).catch((cause) => {
      throw writeFailure(target, cause);
    });
    throwIfAborted(dataset.signal, "import");
    await makeDirectory(target);
    await replaceTables(aside, target, await tablesName(aside, target), dataset.manifest, dataset.grown);
    return counts;
  } finally {
    await rm(workspace, { recursive: true, force: true });
    await removeAbandoned(target).catch(() => {});
  }
}

async function writeAside(dir: string, dataset: DatasetToWrite): Promise<Record<string, number>> {
  await mkdir(dir);
  const counts = await writeTables(dir, dataset);
  await writeParts(dir, dataset.parts, dataset.signal);
  return counts;
}

/** What to say when the tables cannot be written: nothing has been replaced then. */
function writeFailure(target: string, cause: unknown): TerraceError {
  if (isTerraceError(cause)) return cause;
  const problem = cause as NodeJS.ErrnoException;
  const why = problem.code === "ENOSPC" ? "the disk is full" : problem.message;
  const message = `cannot write the dataset ${target}: ${why}; it is as it was before`;
  return new TerraceError("io_failure", message, { cause });
}

/** Rejects when `writeDataset` could not write to the folder: better before files are read than after. */
export async function checkDatasetFolder(dir: string): Promise<void> {
  await rmdir(await makeWorkspace(resolve(dir)));
}

/** Removes what the import of a process left when it was stopped in the middle. */
export async function removeWorkspaces(dir: string, pid: number): Promise<void> {
  const prefix = workspacePrefix(resolve(dir), pid);
  const names = await readdir(dirname(prefix)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(basename(prefix)))) {
    await rm(join(dirname(prefix), name), { recursive: true, force: true });
  }
}

function workspacePrefix(target: string, pid: number): string {
  return join(dirname(target), `.${basename(target)}.importing-${pid}-`);
}

/** Removes what imports into the folder left that were killed long ago; a living one makes files all the time. */
async function removeAbandoned(target: string): Promise<void> {
  const parent = dirname(target);
  const prefix = `.${basename(target)}.importing-`;
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix));
  if (names.length === 0) return;
  // By the file system's own times: the clock of this process may be another one.
  const madeMs = (await stat(target).catch(() => undefined))?.mtimeMs ?? 0;
  for (const path of names.map((name) => join(parent, name))) {
    const changes = [path, join(path, "new")].map((one) => stat(one).catch(() => undefined));
    const changedMs = Math.max(...(await Promise.all(changes)).map((entry) => entry?.mtimeMs ?? 0));
    if (madeMs - changedMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** A new folder next to the target, on the same file system. */
async function makeWorkspace(target: string): Promise<string> {
  const parent = await parentOf(target);
  await refuseForeignFolder(target);
  try {
    return await mkdtemp(workspacePrefix(target, process.pid));
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
  if (names.length === 0 || (await isImported(target, names))) return;
  throw invalidArgument(
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
