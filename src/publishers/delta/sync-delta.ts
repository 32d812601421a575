import { join } from "node:path";
import type { HiddenTables } from "../../engine/view.ts";
import { uuidOf } from "../../runtime/uuid-of.ts";
import { linkOrCopy } from "../../snapshot/files/link-or-copy.ts";
import { disk } from "../../snapshot/files/outside-world.ts";
import { isSnapshotId, type SnapshotManifest, TABLES_FOLDER } from "../../snapshot/manifest/manifest.ts";
import { withdrawnSource } from "../../snapshot/manifest/withdrawn-source.ts";
import { whileHeld } from "../../snapshot/store/claims.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { listPublications, publishedAtMs } from "../../snapshot/store/publications.ts";
import { readCurrent } from "../../snapshot/store/read-current.ts";
import { claimStaging } from "../../snapshot/store/staging.ts";
import { readManifest } from "../../snapshot/store/verify.ts";
import { tableColumns } from "../table-file.ts";
import { type Action, type LogState, protocolFor, readLog, schemaText, writeCommit } from "./delta-log.ts";

/** A publication whose snapshot exists and may be shown. */
interface Publication {
  readonly number: number;
  readonly atMs: number;
  readonly manifest: SnapshotManifest;
}

export type DeltaResult = Awaited<ReturnType<typeof syncDelta>>;

/**
 * Syncs the Delta tables of a data directory, `delta/<table>`, with its publications: one version each, with
 * a link to (or copy of) the snapshot's file. Safe to kill and to run concurrently: the next sync completes the logs.
 * Files of removed snapshots are deleted, as by VACUUM, while the log and its newest version stay readable.
 * Hidden tables and withdrawn sources are in no readable version. Returns the numbers of tables, of commits
 * added and of files removed.
 */
export async function syncDelta(dataDir: string, hidden: HiddenTables) {
  const { delta, root } = dataDirectory(dataDir);
  await disk.makeDirectory(delta);
  await disk.syncDirectory(root);
  return whileHeld(await claimStaging(dataDir, "delta"), async (slot) => {
    // List before the snapshots, so that a file in none of them belongs to a removed snapshot, not to a new
    // one.
    const there = new Map<string, readonly string[]>();
    for (const table of await disk.list(delta)) there.set(table, await disk.list(join(delta, table)));
    const publications = await shownPublications(dataDir);
    const here = publications.flatMap(({ manifest }) => manifest.tables);
    const tables = [...new Set([...here, ...there.keys()])].sort();
    let [commits, removedFiles] = [0, 0];
    for (const table of tables) {
      const shown = hidden.has(table)
        ? []
        : publications.filter(({ manifest }) => manifest.tables.includes(table));
      const { snapshots } = dataDirectory(dataDir);
      const sync: TableSync = { table, folder: join(delta, table), snapshots };
      for (const publication of shown) await linkFile(sync, publication);
      while (await commitNext(sync, publications, shown, join(slot.directory, "commit"))) commits++;
      removedFiles += await removeFiles(sync, there.get(table) ?? [], shown);
    }
    return { tables: tables.length, commits, removedFiles };
  });
}

interface TableSync {
  readonly table: string;
  readonly folder: string;
  readonly snapshots: string;
}

/** In order of publication up to the current one; a later record is of a publication that was killed. */
async function shownPublications(dataDir: string): Promise<Publication[]> {
  const { snapshots, current: currentFile } = dataDirectory(dataDir);
  const currentId = await readCurrent(dataDir);
  if (currentId === undefined) return [];
  const recorded = await listPublications(dataDir);
  // The current one may not be recorded yet: that happens before the next publication.
  const at = recorded.lastIndexOf(currentId);
  const ids = [...(at === -1 ? recorded : recorded.slice(0, at)), currentId];
  const present = new Set((await disk.list(snapshots)).filter(isSnapshotId));
  const found: Publication[] = [];
  for (const [i, id] of ids.entries()) {
    if (!present.has(id)) continue;
    const atMs = (await publishedAtMs(dataDir, i)) ?? (await disk.describe(currentFile))?.modifiedMs ?? 0;
    const manifest = await readManifest(join(snapshots, id)).catch((error: unknown) => {
      if (id === currentId) throw error;
    });
    // A damaged older snapshot gets no version; it is reported elsewhere.
    if (!manifest) continue;
    found.push({ number: i + 1, atMs: Math.floor(atMs), manifest });
  }
  const current = found.at(-1)?.manifest;
  return found.filter(({ manifest }) => withdrawnSource(manifest, current!) === undefined);
}

/** A table's file in a snapshot, and its content-based name in the table's folder. */
function fileOf({ table }: TableSync, { manifest }: Publication) {
  const { sha256, bytes, path } = manifest.files.find(
    (one) => one.path === `${TABLES_FOLDER}/${table}.parquet`,
  )!;
  return { name: `${sha256.slice(0, 32)}.parquet`, bytes, path };
}

async function linkFile(sync: TableSync, publication: Publication): Promise<void> {
  const { folder, snapshots } = sync;
  const { name, bytes, path } = fileOf(sync, publication);
  const target = join(folder, name);
  if ((await disk.describe(target))?.bytes === bytes) return;
  await disk.makeDirectory(folder);
  // Remove an incomplete copy.
  await disk.remove(target);
  await linkOrCopy(join(snapshots, publication.manifest.snapshotId, path), target);
  await disk.syncFile(target);
  await disk.syncDirectory(folder);
}

/** Commits the next publication missing in the log; returns false if there is none. */
async function commitNext(
  sync: TableSync,
  publications: readonly Publication[],
  shown: readonly Publication[],
  aside: string,
): Promise<boolean> {
  const state = await readLog(sync.folder);
  const last = publications.at(-1);
  const isDue = (one: Publication) =>
    shown.includes(one)
      ? one.number > state.publication || (one === last && !isLive(state, fileOf(sync, one).name))
      : state.live.size > 0 && one === last;
  const next = publications.find(isDue);
  if (next === undefined) return false;
  const actions = shown.includes(next) ? await replaceActions(sync, next, state) : removeActions(next, state);
  // If another process was faster, the next call reads its commit first.
  await writeCommit(sync.folder, state.version + 1, actions, aside);
  return true;
}

const isLive = ({ live }: LogState, name: string) => live.size === 1 && live.has(name);

/** Actions that replace a table's rows by those of a publication; an identical file stays. */
async function replaceActions(sync: TableSync, publication: Publication, state: LogState): Promise<Action[]> {
  const { table, folder } = sync;
  const { atMs, manifest } = publication;
  const { name, bytes } = fileOf(sync, publication);
  const actions = removeActions(publication, state, name);
  if (isLive(state, name)) return actions;
  const schemaString = schemaText(await tableColumns(join(folder, name)));
  const protocol = protocolFor(schemaString, state.protocol);
  if (protocol !== state.protocol) actions.push({ protocol });
  if (schemaString !== state.metaData?.schemaString) {
    const first = { id: uuidOf(`${table} ${manifest.snapshotId}`), name: table, createdTime: atMs };
    const rest = { format: { provider: "parquet", options: {} }, partitionColumns: [], configuration: {} };
    actions.push({ metaData: { ...first, ...rest, ...state.metaData, schemaString } });
  }
  if (!state.live.has(name)) {
    const stats = JSON.stringify({ numRecords: manifest.rowCounts[table] });
    const file = { path: name, size: bytes, modificationTime: atMs, partitionValues: {} };
    const add = { ...file, dataChange: true, stats };
    actions.push({ add });
  }
  return actions;
}

/** The commitInfo, and a remove for each file that leaves the table. */
function removeActions(
  { number, atMs, manifest }: Publication,
  { live }: LogState,
  stays?: string,
): Action[] {
  const commitInfo = {
    timestamp: atMs,
    operation: "WRITE",
    operationParameters: { mode: "Overwrite" },
    isBlindAppend: false,
    engineInfo: "terrace",
    // Engines show it in the table's history.
    userMetadata: manifest.snapshotId,
    publication: number,
  };
  const gone = [...live.values()].filter(({ path }) => path !== stays);
  return [
    { commitInfo },
    ...gone.map(({ path, size }) => ({ remove: { path, size, dataChange: true, deletionTimestamp: atMs } })),
  ];
}

/** Removes files of snapshots that are not shown; returns their number. */
async function removeFiles(
  sync: TableSync,
  there: readonly string[],
  shown: readonly Publication[],
): Promise<number> {
  const kept = new Set(shown.map((publication) => fileOf(sync, publication).name));
  const superfluous = there.filter((name) => /^[0-9a-f]{32}\.parquet$/.test(name) && !kept.has(name));
  for (const name of superfluous) await disk.remove(join(sync.folder, name));
  return superfluous.length;
}
