import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, rmdir, truncate, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CsvWriter } from "../../dataset/csv-writer.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { badDataset, failedPrecondition, invalidArgument } from "../../runtime/errors.ts";
import { flushDirectory } from "../../runtime/files/flush.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";
import { DATABASE_MARK_FILE, replaceTables, tablesName } from "../run/replace-tables.ts";
import { type DatabaseMapping, readDatabaseMapping } from "./database-mapping.ts";
import type { DatabaseReader } from "./database-reader.ts";

export interface DatabaseImport {
  readonly url: string;
  readonly mappingPath: string;
  /** Dataset folder: new, or created by an earlier database import. */
  readonly out: string;
  /** Continues a stopped import with the same mapping. */
  readonly resume: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (table: string, rows: number) => void;
}

interface DatabaseImportReport {
  readonly tables: Readonly<Record<string, number>>;
  readonly consistency: string;
  /** Tables that an earlier run had started. */
  readonly resumed: readonly string[];
}

/** State of an unfinished import: the progress of each table and the valid length of its file in bytes. */
interface State {
  readonly mapping: string;
  tables: Record<string, { rows: number; bytes: number; lastKey: readonly string[]; isDone: boolean }>;
  /** Name of the tables folder in the dataset; set once everything is copied. */
  folder?: string;
}

const STATE_FILE = "import-state.json";
/** Folder for tables being copied, next to the state file. */
const TABLES = "new";

/** Folder where an import works until it is done. The caller must hold it exclusively. */
export function databaseWorkspace(out: string): string {
  return `${resolve(out)}.importing`;
}

/**
 * Copies tables and queries of a database into a dataset folder, chunk by chunk. Writes to a workspace and
 * moves it into place at the end; a stopped import leaves the workspace for `resume`. Values are not checked
 * here but, as for files, when the snapshot is built.
 */
export async function importDatabase(task: DatabaseImport): Promise<DatabaseImportReport> {
  const text = await readFile(task.mappingPath, "utf8").catch((cause: unknown) => {
    throw badDataset(`the mapping ${task.mappingPath} cannot be read`, cause);
  });
  const mapping = readDatabaseMapping(text, task.mappingPath);
  const target = resolve(task.out);
  await refuseForeignFolder(target, task.out);
  const workspace = databaseWorkspace(target);
  const digest = createHash("sha256").update(text).digest("hex");
  const state = task.resume
    ? await resumedState(workspace, target, digest)
    : await freshState(workspace, digest);
  const resumed = Object.keys(state.tables);
  const reader = await openReader(task.url);
  try {
    for (const table of mapping.tables) await copyTable(table, reader, state, workspace, task);
  } finally {
    await reader.close();
  }
  const tables = Object.fromEntries(Object.entries(state.tables).map(([name, { rows }]) => [name, rows]));
  await finish(workspace, target, mapping, state, tables);
  return {
    tables,
    consistency: resumed.length === 0 ? reader.consistency : "each run as of its own moment",
    resumed,
  };
}

async function openReader(url: string): Promise<DatabaseReader> {
  const isClickHouse = url.startsWith("clickhouse:");
  try {
    if (isClickHouse) return await (await import("./clickhouse-reader.ts")).openClickHouse(url);
    return await (await import("./postgres-reader.ts")).openPostgres(url);
  } catch (error) {
    throw addressError(error, isClickHouse ? "clickhouse" : "postgres");
  }
}

/** Replaces the error about an unreadable address with one that cannot leak its password. */
export function addressError(error: unknown, scheme: string): unknown {
  const isUnreadable =
    error instanceof URIError || (error as NodeJS.ErrnoException).code === "ERR_INVALID_URL";
  if (!isUnreadable) return error;
  return invalidArgument(
    `the database URL is invalid; expected ${scheme}://user:password@host/database, with a percent sign as %25`,
  );
}

async function copyTable(
  table: DatabaseMapping["tables"][number],
  reader: DatabaseReader,
  state: State,
  workspace: string,
  { signal, onProgress }: DatabaseImport,
): Promise<void> {
  const { name } = table.definition;
  const known = state.tables[name];
  if (known?.isDone === true) return;
  const file = join(workspace, TABLES, `${name}.csv`);
  // Rows after the last recorded chunk are written again.
  if (known !== undefined) await truncate(file, known.bytes);
  const writer =
    known === undefined
      ? await CsvWriter.create(file, table.definition)
      : await CsvWriter.append(file, table.definition);
  let rows = known?.rows ?? 0;
  let lastKey = known?.lastKey ?? [];
  const note = async (isDone: boolean) => {
    const bytes = await writer.sync();
    state.tables[name] = { rows, bytes, lastKey, isDone };
    await writeState(workspace, state);
  };
  try {
    for await (const piece of reader.read(table, known?.lastKey, signal)) {
      throwIfAborted(signal, "import");
      for (const row of piece.rows) writer.write(row);
      rows += piece.rows.length;
      lastKey = piece.lastKey;
      await note(false);
      onProgress?.(name, rows);
    }
    await note(true);
  } finally {
    await writer.close();
  }
}

async function refuseForeignFolder(target: string, name: string): Promise<void> {
  if (!existsSync(target) || existsSync(join(target, DATABASE_MARK_FILE))) return;
  // readdir fails for a file. An empty folder may be left by an import that died early.
  const names = await readdir(target).catch(() => undefined);
  if (names?.length === 0) return;
  throw invalidArgument(
    `${name} already exists and was not created by a database import; name another folder`,
  );
}

async function freshState(workspace: string, mapping: string): Promise<State> {
  // Delete the state first: otherwise a resume could continue with tables that are partly deleted.
  for (const name of [STATE_FILE, `${STATE_FILE}.next`, TABLES]) {
    await rm(join(workspace, name), { recursive: true, force: true });
  }
  await makeDirectory(join(workspace, TABLES));
  return { mapping, tables: {} };
}

async function resumedState(workspace: string, target: string, mapping: string): Promise<State> {
  const text = await readFile(join(workspace, STATE_FILE), "utf8").catch(() => undefined);
  const state = text === undefined ? undefined : (JSON.parse(text) as State);
  const isThere =
    existsSync(join(workspace, TABLES)) ||
    (state?.folder !== undefined && existsSync(join(target, state.folder)));
  if (state === undefined || !isThere) {
    throw failedPrecondition(`nothing to resume in ${workspace}; leave out --resume`);
  }
  if (state.mapping === mapping) return state;
  throw failedPrecondition("the mapping differs from that of the interrupted import; leave out --resume");
}

async function writeState(workspace: string, state: State): Promise<void> {
  const path = join(workspace, STATE_FILE);
  await writeFile(`${path}.next`, JSON.stringify(state));
  await rename(`${path}.next`, path);
}

/** Moves the tables into place. The state keeps the folder name, so a later run can resume at any step. */
async function finish(
  workspace: string,
  target: string,
  { manifest }: DatabaseMapping,
  state: State,
  tables: Readonly<Record<string, number>>,
): Promise<void> {
  const aside = join(workspace, TABLES);
  if (state.folder === undefined) {
    await flushDirectory(aside);
    state.folder = await tablesName(aside, target);
    await writeState(workspace, state);
  }
  await makeDirectory(target);
  await writeFile(join(target, DATABASE_MARK_FILE), `${JSON.stringify({ tables })}\n`);
  await replaceTables(aside, target, state.folder, manifest);
  await rm(join(workspace, STATE_FILE), { force: true });
  // Fails, harmlessly, while a lock file is in it.
  await rmdir(workspace).catch(() => {});
}
