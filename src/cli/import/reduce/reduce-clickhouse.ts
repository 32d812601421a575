import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { clickHouseClient } from "../../../importers/databases/clickhouse-client.ts";
import { addressError } from "../../../importers/databases/import-database.ts";
import { EVENT_COLUMNS, REDUCED_COLUMNS } from "../../../importers/databases/reduce-events.ts";
import { throwIfAborted } from "../../../runtime/abort.ts";
import {
  badDataset,
  failedPrecondition,
  invalidArgument,
  isTerraceError,
  TerraceError,
} from "../../../runtime/errors.ts";
import { flushTree } from "../../../runtime/files/flush.ts";
import { makeDirectory } from "../../../runtime/files/writable-directory.ts";
import { describeFile } from "../../../snapshot/store/verify.ts";
import { openBuildDatabase } from "../../../snapshot/tables/write-tables.ts";
import {
  askClickHouse,
  type PieceReport,
  type PieceWorkshop,
  pieceStatement,
  type ReductionPlan,
  reducePiece,
} from "./reduce-piece.ts";
import { type Ask, boundsOf, type Facts, factsOf, nameOf, usualPieces } from "./reduction-facts.ts";

export interface ReductionTask {
  /** `clickhouse://…` */
  readonly url: string;
  /** The table of events, optionally qualified with its database. */
  readonly table: string;
  readonly keep: readonly string[];
  /** Folder of the Parquet files; new, empty, or made by an earlier reduction. */
  readonly out: string;
  readonly workspace: string;
  /** Default: by the number of events. */
  readonly pieces?: number | undefined;
  readonly seed: string;
  readonly resume: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, of: number) => void;
}

type ReductionManifest = ReturnType<typeof manifestOf>;

const MANIFEST_FILE = "reduction.json";
const STATE_FILE = "import-state.json";

/** One address in a hundred is checked with DuckDB, but about FEW_ADDRESSES where there are few. */
const SAMPLE_SHARE = 0.01;
const FEW_ADDRESSES = 100;
/** One hour, as a piece may take long; a killed server closes the connection anyway. */
const REQUEST_TIMEOUT_MS = 3_600_000;
const MEMORY_MB = 1000;

interface State {
  readonly plan: ReductionPlan;
  readonly rows: number;
  /** The number asked for; the plan has fewer when there are fewer addresses. */
  readonly pieces: number;
  readonly done: Record<number, PieceReport>;
}

/**
 * Reduces the listing events inside a ClickHouse, piece by piece, to Parquet files. Each piece is checked
 * against DuckDB before it counts. After an interruption finished pieces stay for `resume`, which gives the
 * same files as an uninterrupted run.
 */
export async function reduceClickHouse(task: ReductionTask): Promise<ReductionManifest> {
  const target = resolve(task.out);
  await rejectForeignFolder(target, task.out);
  const client = clientOf(task.url);
  const folder = join(task.workspace, "new");
  const ask = (query: string) => askClickHouse({ client, signal: task.signal }, query);
  let done = 0;
  try {
    const facts = await factsOf(task.table, ask);
    const state = task.resume ? await resumedState(task, facts) : await freshState(task, facts, ask);
    const { plan } = state;
    const pieces = plan.bounds.length + 1;
    const db = await openBuildDatabase({
      path: ":memory:",
      memoryLimitMb: MEMORY_MB,
      tempDirectory: join(task.workspace, "spill"),
    });
    try {
      const workshop: PieceWorkshop = { client, db, folder, signal: task.signal };
      for (let piece = 0; piece < pieces; piece++) {
        throwIfAborted(task.signal, "import");
        if (!(await isWhole(folder, state.done[piece]))) {
          state.done[piece] = await reducePiece(plan, piece, workshop);
          await writeState(task.workspace, state);
        }
        done = piece + 1;
        task.onProgress?.(done, pieces);
      }
    } finally {
      db.close();
    }
    const manifest = manifestOf(task, facts, state);
    await checkCounts(manifest, state.rows, (await factsOf(task.table, ask)).rows);
    await putIntoPlace(task.workspace, target, manifest);
    return manifest;
  } catch (error) {
    throwIfAborted(task.signal, "import");
    if (isTerraceError(error)) throw error;
    const [why] = String((error as Error).message).split("\n", 1);
    throw new TerraceError(
      "unavailable",
      `ClickHouse stopped answering after ${done} pieces: ${why.slice(0, 300)}; when it is back, continue with --resume`,
      { cause: error },
    );
  } finally {
    await client.close();
  }
}

function clientOf(url: string) {
  try {
    return clickHouseClient(url, "a reduction in ClickHouse", REQUEST_TIMEOUT_MS);
  } catch (error) {
    throw addressError(error, "clickhouse");
  }
}

async function freshState(task: ReductionTask, { rows, addresses }: Facts, ask: Ask): Promise<State> {
  // Remove the state first: without it no resume can use pieces of which some are gone.
  for (const name of [STATE_FILE, `${STATE_FILE}.next`, "new", "old", "spill"]) {
    await rm(join(task.workspace, name), { recursive: true, force: true });
  }
  await makeDirectory(join(task.workspace, "new"));
  const pieces = task.pieces ?? usualPieces(rows);
  const share = Math.min(1, Math.max(SAMPLE_SHARE, FEW_ADDRESSES / Math.max(1, addresses)));
  const state = {
    plan: {
      from: nameOf(task.table),
      keep: task.keep,
      bounds: await boundsOf(nameOf(task.table), pieces, rows, ask),
      seed: task.seed,
      // "g" sorts after every hexadecimal digit, so all digests are below it.
      sampleBelow:
        share === 1
          ? "g"
          : Math.ceil(share * 2 ** 32)
              .toString(16)
              .padStart(8, "0"),
    },
    rows,
    pieces,
    done: {},
  };
  await writeState(task.workspace, state);
  return state;
}

async function resumedState(task: ReductionTask, { rows }: Facts): Promise<State> {
  const text = await readFile(join(task.workspace, STATE_FILE), "utf8").catch(() => undefined);
  const refused = (why: string) => failedPrecondition(`${why}; leave --resume out`);
  if (text === undefined || !existsSync(join(task.workspace, "new"))) {
    throw refused(`nothing to resume in ${task.workspace}`);
  }
  const state = JSON.parse(text) as State;
  const { from, keep } = state.plan;
  const isSame =
    from === nameOf(task.table) &&
    keep.join() === task.keep.join() &&
    (task.pieces === undefined || task.pieces === state.pieces);
  if (!isSame) throw refused("the interrupted import was of another table, other columns or other pieces");
  if (state.rows !== rows) {
    throw refused(`the table has ${rows} events, and had ${state.rows} when the interrupted import began`);
  }
  return state;
}

/** True when the recorded piece exists and has the recorded checksum. */
async function isWhole(folder: string, piece: PieceReport | undefined): Promise<boolean> {
  if (piece === undefined) return false;
  return (await describeFile(folder, piece.file).catch(() => undefined))?.sha256 === piece.sha256;
}

async function writeState(workspace: string, state: State): Promise<void> {
  const path = join(workspace, STATE_FILE);
  await writeFile(`${path}.next`, JSON.stringify(state), { flush: true });
  await rename(`${path}.next`, path);
}

function manifestOf(task: ReductionTask, facts: Facts, { plan, done }: State) {
  const statement = pieceStatement(plan);
  const pieces = Object.values(done);
  const sum = (of: (piece: PieceReport) => number) => pieces.reduce((total, piece) => total + of(piece), 0);
  return {
    format: "terrace-reduction-1",
    engine: "ClickHouse",
    version: facts.version,
    table: task.table,
    tableEngine: facts.tableEngine,
    shards: facts.shards,
    statement,
    statementSha256: createHash("sha256").update(statement).digest("hex"),
    seed: plan.seed,
    sampleBelow: plan.sampleBelow,
    sampledAddresses: sum((piece) => piece.sampledAddresses),
    sampledRows: sum((piece) => piece.sampledRows),
    rowsIn: sum((piece) => piece.rowsIn),
    rowsOut: sum((piece) => piece.rowsOut),
    pieces,
  };
}

/** Throws when the table changed meanwhile: pieces then hold events of different moments. */
async function checkCounts(
  { rowsIn, table }: ReductionManifest,
  before: number,
  after: number,
): Promise<void> {
  if (rowsIn === before && before === after) return;
  throw badDataset(
    `"${table}" changed while it was reduced: ${before} events at first, ${after} at last, ${rowsIn} reduced; import again without --resume`,
  );
}

async function rejectForeignFolder(target: string, name: string): Promise<void> {
  if (!existsSync(target) || existsSync(join(target, MANIFEST_FILE))) return;
  const names = await readdir(target).catch(() => undefined);
  if (names?.length === 0) return;
  throw invalidArgument(`${name} already exists and was not created by --reduce; name another folder`);
}

async function putIntoPlace(workspace: string, target: string, manifest: ReductionManifest): Promise<void> {
  const aside = join(workspace, "new");
  await writeFile(join(aside, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  await flushTree(aside);
  const old = join(workspace, "old");
  await rm(old, { recursive: true, force: true });
  if (existsSync(target)) await rename(target, old);
  await rename(aside, target);
  for (const name of [STATE_FILE, "old", "spill"]) {
    await rm(join(workspace, name), { recursive: true, force: true });
  }
  // Fails, as it should, while a claim is in it.
  await rmdir(workspace).catch(() => {});
}

export function keptColumns(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    const isTaken = Object.hasOwn(REDUCED_COLUMNS, name) || Object.hasOwn(EVENT_COLUMNS, name);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || isTaken) {
      throw invalidArgument(`--keep "${name}" is not the name of another column`);
    }
  }
  return names;
}
