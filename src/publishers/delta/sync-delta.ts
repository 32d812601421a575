import { join } from "node:path";
import type { HiddenTables } from "../../engine/view.ts";
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
import { tableColumns, tableUuid } from "../table-file.ts";
import { type Action, type LogState, protocolFor, readLog, schemaText, writeCommit } from "./delta-log.ts";

/** A publication whose snapshot is there and may be shown. */
interface Publication {
  /** From 1. */
  readonly number: number;
  readonly atMs: number;
  readonly manifest: SnapshotManifest;
}

export type DeltaResult = Awaited<ReturnType<typeof syncDelta>>;

/**
 * Brings the Delta tables of a data directory, `delta/<table>`, up to its publications: a version each, whose one file is a
 * second name of the snapshot's. A sync that was killed, or two at once, leave logs that the next one completes. Files of
 * removed snapshots go, as after a VACUUM: the log stays, and its newest version can always be read. What is hidden, and
 * what a licence has withdrawn since, is in no version that can be read. Returns how many tables there are, versions were
 * added, and files of removed snapshots went.
 */
export async function syncDelta(dataDir: string, hidden: HiddenTables) {
  const { delta, root } = dataDirectory(dataDir);
  await disk.makeDirectory(delta);
  await disk.syncDirectory(root);
  return whileHeld(await claimStaging(dataDir, "delta"), async (slot) => {
    // Listed before the snapshots: a file that is here now, and in none of them, is of one that was removed.
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

/** In their order, the current one last: a record after it is of a publication that was killed. */
async function shownPublications(dataDir: string): Promise<Publication[]> {
  const { snapshots, current: currentFile } = dataDirectory(dataDir);
  const currentId = await readCurrent(dataDir);
  if (currentId === undefined) return [];
  const recorded = await listPublications(dataDir);
  // One that was published without a record is recorded before the next.
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
    // An older one that is damaged has no version; what it is damaged by is reported elsewhere.
    if (!manifest) continue;
    found.push({ number: i + 1, atMs: Math.floor(atMs), manifest });
  }
  const current = found.at(-1)?.manifest;
  return found.filter(({ manifest }) => withdrawnSource(manifest, current!) === undefined);
}

/** A table's file in a snapshot, and the name that it has in the table's folder: that of its bytes. */
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
  // A copy that was cut off.
  await disk.remove(target);
  await linkOrCopy(join(snapshots, publication.manifest.snapshotId, path), target);
  await disk.syncFile(target);
  await disk.syncDirectory(folder);
}

/** Adds the version of the next publication that the log has not, if there is one. */
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
  // Where another process was quicker, its commit is read before the next one is written.
  await writeCommit(sync.folder, state.version + 1, actions, aside);
  return true;
}

const isLive = ({ live }: LogState, name: string) => live.size === 1 && live.has(name);

/** What puts the rows of a publication in the place of those before; rows that are the same stay. */
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
    const first = { id: tableUuid(`${table} ${manifest.snapshotId}`), name: table, createdTime: atMs };
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

/** A commit's own line, and one for each file that is not in the table any more. */
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

/** Removes what no shown snapshot has; how many files those were. */
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
