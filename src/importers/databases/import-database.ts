import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CsvWriter } from "../../dataset/csv-writer.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { type DatabaseMapping, readDatabaseMapping } from "./database-mapping.ts";
import type { DatabaseReader } from "./database-reader.ts";

export interface DatabaseImport {
  /** `postgres://…` or `clickhouse://…`. */
  readonly url: string;
  readonly mappingPath: string;
  /** Folder of the dataset; made by this import, or by an earlier one of the same kind. */
  readonly out: string;
  /** Goes on where an import with the same mapping stopped. */
  readonly resume: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (table: string, rows: number) => void;
}

export interface DatabaseImportReport {
  readonly tables: Readonly<Record<string, number>>;
  readonly consistency: string;
  /** Tables whose first rows an earlier run brought. */
  readonly resumed: readonly string[];
}

/** What an unfinished import knows: how far each table is, and which bytes of its file count. */
interface State {
  readonly mapping: string;
  tables: Record<string, { rows: number; bytes: number; lastKey: readonly string[]; isDone: boolean }>;
}

const STATE_FILE = "import-state.json";
const MARK_FILE = "imported-from-database.json";

/**
 * Copies tables and queries of a database into a dataset folder, a piece at a time. Written aside and put into place at
 * the end; stopped in the middle, what is there stays for `resume`. Values are checked as those of files are, when the
 * snapshot is built.
 */
export async function importDatabase(task: DatabaseImport): Promise<DatabaseImportReport> {
  const text = await readFile(task.mappingPath, "utf8").catch((cause: unknown) => {
    throw new TerraceError("bad_dataset", `the mapping ${task.mappingPath} cannot be read`, { cause });
  });
  const mapping = readDatabaseMapping(text, task.mappingPath);
  const target = resolve(task.out);
  if (existsSync(target) && !existsSync(join(target, MARK_FILE))) {
    throw new TerraceError(
      "invalid_argument",
      `${task.out} is there and no database import made it; name another folder`,
    );
  }
  const aside = `${target}.importing`;
  const digest = createHash("sha256").update(text).digest("hex");
  const state = await beginState(aside, digest, task.resume);
  const resumed = Object.keys(state.tables);
  const reader = await openReader(task.url);
  try {
    for (const table of mapping.tables) await copyTable(table, reader, state, aside, task);
  } finally {
    await reader.close();
  }
  const tables = Object.fromEntries(Object.entries(state.tables).map(([name, { rows }]) => [name, rows]));
  await finish(aside, target, mapping, tables);
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
    const isUnreadable =
      error instanceof URIError || (error as NodeJS.ErrnoException).code === "ERR_INVALID_URL";
    if (!isUnreadable) throw error;
    // The address and what its readers say of it are not repeated: they may hold a password.
    const scheme = isClickHouse ? "clickhouse" : "postgres";
    throw new TerraceError(
      "invalid_argument",
      `the address of the database cannot be read; write ${scheme}://user:password@host/database, with %25 for a percent sign`,
    );
  }
}

async function copyTable(
  table: DatabaseMapping["tables"][number],
  reader: DatabaseReader,
  state: State,
  aside: string,
  { signal, onProgress }: DatabaseImport,
): Promise<void> {
  const { name } = table.definition;
  const known = state.tables[name];
  if (known?.isDone === true) return;
  const file = join(aside, `${name}.csv`);
  // What stands after the last piece that was noted is written again.
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
    await writeState(aside, state);
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

async function beginState(aside: string, mapping: string, resume: boolean): Promise<State> {
  const path = join(aside, STATE_FILE);
  if (resume) {
    const old = await readFile(path, "utf8").catch(() => undefined);
    if (old === undefined)
      throw new TerraceError("failed_precondition", `nothing to go on with in ${aside}; leave --resume out`);
    const state = JSON.parse(old) as State;
    if (state.mapping !== mapping) {
      throw new TerraceError(
        "failed_precondition",
        "the mapping is another one than that of the import that stopped; leave --resume out",
      );
    }
    return state;
  }
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  return { mapping, tables: {} };
}

async function writeState(aside: string, state: State): Promise<void> {
  const path = join(aside, STATE_FILE);
  await writeFile(`${path}.next`, JSON.stringify(state));
  await rename(`${path}.next`, path);
}

async function finish(
  aside: string,
  target: string,
  { manifest }: DatabaseMapping,
  tables: Readonly<Record<string, number>>,
): Promise<void> {
  await writeFile(join(aside, "dataset.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writeFile(join(aside, MARK_FILE), `${JSON.stringify({ tables })}\n`);
  await rm(join(aside, STATE_FILE), { force: true });
  const folder = await open(aside);
  await folder.sync();
  await folder.close();
  await rm(target, { recursive: true, force: true });
  await rename(aside, target);
}
