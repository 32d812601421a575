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

/** An import that has not written a file for this long is dead. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

interface DatasetToWrite {
  readonly manifest: DatasetManifest;
  /** The dataset that is extended; if it has changed meanwhile, nothing is written. */
  readonly grown?: GrownFrom;
  readonly tables: readonly MergedTable[];
  readonly parts: readonly KeptPart[];
  readonly onProgress?: (table: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Writes the tables to a workspace and renames it into place. Replaces only datasets made by an import. */
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

/** Error for a failed write, before which nothing was replaced. */
function writeFailure(target: string, cause: unknown): TerraceError {
  if (isTerraceError(cause)) return cause;
  const problem = cause as NodeJS.ErrnoException;
  const why = problem.code === "ENOSPC" ? "the disk is full" : problem.message;
  const message = `cannot write the dataset ${target}: ${why}; it is unchanged`;
  return new TerraceError("io_failure", message, { cause });
}

/** Rejects if `writeDataset` could not write to the folder, so that callers can check this early. */
export async function checkDatasetFolder(dir: string): Promise<void> {
  await rmdir(await makeWorkspace(resolve(dir)));
}

/** Removes the workspaces of a process that was stopped during an import. */
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

/** Removes workspaces of imports that were killed long ago; a running one keeps writing files. */
async function removeAbandoned(target: string): Promise<void> {
  const parent = dirname(target);
  const prefix = `.${basename(target)}.importing-`;
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix));
  if (names.length === 0) return;
  // Compare file-system times, since this process's clock may differ.
  const madeMs = (await stat(target).catch(() => undefined))?.mtimeMs ?? 0;
  for (const path of names.map((name) => join(parent, name))) {
    const changes = [path, join(path, "new")].map((one) => stat(one).catch(() => undefined));
    const changedMs = Math.max(...(await Promise.all(changes)).map((entry) => entry?.mtimeMs ?? 0));
    if (madeMs - changedMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Creates the workspace next to the target, so that both are on the same file system. */
async function makeWorkspace(target: string): Promise<string> {
  const parent = await parentOf(target);
  await refuseForeignFolder(target);
  try {
    return await mkdtemp(workspacePrefix(target, process.pid));
  } catch (cause) {
    throw unwritable(parent, cause, "the dataset into", "make it writable or name another folder with --out");
  }
}

/** Writes one CSV file per table; required tables even without rows. */
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
    if (code === "ENOTDIR") throw invalidArgument(`"${target}" is a file; name a new or empty folder`);
    throw new TerraceError("io_failure", `cannot list ${target}`, { cause });
  }
  if (names.length === 0 || (await isImported(target, names))) return;
  throw invalidArgument(
    `"${target}" has files that no import created (${names.slice(0, 3).join(", ")}…); name a new or empty folder`,
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
