import { join } from "node:path";
import type { HiddenTables } from "../../engine/view.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { uuidOf } from "../../runtime/uuid-of.ts";
import { type SnapshotManifest, TABLES_FOLDER } from "../../snapshot/manifest/manifest.ts";
import type { RemoteFiles } from "../../snapshot/remote/push-snapshot.ts";
import { tableColumns } from "../table-file.ts";
import { type DataFile, type ManifestFacts, manifestBytes, manifestListBytes } from "./avro-files.ts";
import {
  FIXED,
  nameMapping,
  type Schema,
  schemaFor,
  type TableMetadata,
  type TableSnapshot,
} from "./table-metadata.ts";

interface LocalSnapshot {
  readonly directory: string;
  readonly manifest: SnapshotManifest;
}

interface IcebergTarget {
  /** Storage for the tables, which are written below `iceberg/`. */
  readonly files: RemoteFiles;
  /** Base URL of those files for readers; ends with a slash. */
  readonly address: string;
  readonly nowMs: number;
}

/** Metadata files that the newest one still lists. */
const LOGGED = 100;

/**
 * Publishes a snapshot's tables as Iceberg tables in `iceberg/<table>/`: unchanged Parquet files, and
 * metadata that makes the snapshot current (again, if published before). Removes metadata and files of hidden
 * tables and of snapshots with a source withdrawn since. Returns the number of tables.
 */
export async function publishIceberg(
  local: LocalSnapshot,
  hidden: HiddenTables,
  target: IcebergTarget,
  signal: AbortSignal,
): Promise<number> {
  const { files, address } = target;
  let tables = 0;
  for (const table of local.manifest.tables) {
    throwIfAborted(signal, "push");
    const folder = `iceberg/${table}/metadata`;
    const hint = await files.read(`${folder}/version-hint.text`);
    const version = Number(hint?.toString() ?? 0);
    const path = `${folder}/v${version}.metadata.json`;
    const text = version === 0 ? undefined : await files.read(path);
    const before = text === undefined ? undefined : (JSON.parse(text.toString()) as TableMetadata);
    const known = before?.snapshots ?? [];
    const kept = hidden.has(table) ? [] : known.filter((one) => !isWithdrawn(one, local.manifest));
    // Remove first, so that a push that is cut off leaves none of it.
    for (const one of known.filter((snapshot) => !kept.includes(snapshot))) {
      await files.remove(dataPath(table, one.summary["terrace.snapshot"]));
    }
    if (!hidden.has(table)) tables++;
    const next = hidden.has(table) ? emptied(before) : await nextMetadata(table, local, before, kept, target);
    if (next !== undefined) {
      const entry = { "timestamp-ms": before?.["last-updated-ms"], "metadata-file": `${address}${path}` };
      const log = before === undefined ? [] : [...before["metadata-log"], entry].slice(-LOGGED);
      const bytes = Buffer.from(JSON.stringify({ ...next, "metadata-log": log }));
      await files.write(`${folder}/v${version + 1}.metadata.json`, bytes);
      await files.write(`${folder}/version-hint.text`, Buffer.from(String(version + 1)));
    }
  }
  return tables;
}

const dataPath = (table: string, snapshotId: string) => `iceberg/${table}/data/${snapshotId}.parquet`;

function emptied(before: TableMetadata | undefined): object | undefined {
  if (before === undefined || before.snapshots.length === 0) return undefined;
  return { ...before, "current-snapshot-id": -1, snapshots: [], "snapshot-log": [], refs: {} };
}

/** Uploads files and returns the metadata that makes the snapshot current; undefined if it already is. */
async function nextMetadata(
  table: string,
  local: LocalSnapshot,
  before: TableMetadata | undefined,
  kept: readonly TableSnapshot[],
  target: IcebergTarget,
): Promise<object | undefined> {
  // The snapshot's id is 48 bits, which fit into a double.
  const id = Number.parseInt(local.manifest.snapshotId.slice(-12), 16);
  const isCurrent = before?.["current-snapshot-id"] === id;
  const there = kept.find((one) => one["snapshot-id"] === id);
  if (isCurrent && kept.length === before.snapshots.length) return undefined;
  const nowMs = Math.max(target.nowMs, 1 + (before?.["last-updated-ms"] ?? 0));
  const columns = await tableColumns(join(local.directory, TABLES_FOLDER, `${table}.parquet`));
  const { schema, lastColumnId } = schemaFor(columns, before?.schemas ?? [], before?.["last-column-id"] ?? 0);
  const earlier = before?.schemas ?? [];
  const schemas = earlier.includes(schema) ? earlier : [...earlier, schema];
  const parent = kept.find((one) => one["snapshot-id"] === before?.["current-snapshot-id"]);
  const last = before?.["last-sequence-number"] ?? 0;
  const snapshot = there ?? (await addSnapshot(table, local, { id, last, nowMs, schema, parent }, target));
  const snapshots = there === undefined ? [...kept, snapshot] : kept;
  const ids = new Set(snapshots.map((one) => one["snapshot-id"]));
  const log = (before?.["snapshot-log"] ?? []).filter((one) => ids.has(one["snapshot-id"]));
  return {
    ...FIXED,
    "table-uuid": uuidOf(`${target.address}${table}`),
    ...before,
    location: `${target.address}iceberg/${table}`,
    "last-sequence-number": Math.max(last, snapshot["sequence-number"]),
    "last-updated-ms": nowMs,
    "last-column-id": lastColumnId,
    "current-schema-id": snapshot["schema-id"],
    schemas,
    properties: { "schema.name-mapping.default": nameMapping(schemas) },
    "current-snapshot-id": id,
    refs: { main: { "snapshot-id": id, type: "branch" } },
    snapshots,
    "snapshot-log": isCurrent ? log : [...log, { "timestamp-ms": nowMs, "snapshot-id": id }],
  };
}

interface NewSnapshot {
  readonly id: number;
  /** Previous sequence number. */
  readonly last: number;
  readonly nowMs: number;
  readonly schema: Schema;
  readonly parent: TableSnapshot | undefined;
}

/** Uploads a table's file and manifests; returns the snapshot entry for the metadata. */
async function addSnapshot(
  table: string,
  { directory, manifest }: LocalSnapshot,
  { id, last, nowMs, schema, parent }: NewSnapshot,
  { files, address }: IcebergTarget,
): Promise<TableSnapshot> {
  const path = `${TABLES_FOLDER}/${table}.parquet`;
  const file = manifest.files.find((one) => one.path === path)!;
  const data = dataPath(table, manifest.snapshotId);
  await files.send(data, join(directory, path), file);
  const facts: ManifestFacts = {
    snapshotId: id,
    parentId: parent?.["snapshot-id"],
    sequenceNumber: last + 1,
    schema: JSON.stringify(schema),
    schemaId: schema["schema-id"],
    added: {
      path: `${address}${data}`,
      rows: manifest.rowCounts[table],
      bytes: file.bytes,
      sequenceNumber: last + 1,
    },
    deleted: parent && fileOf(parent, table, address),
  };
  const name = `iceberg/${table}/metadata/${manifest.snapshotId}`;
  const bytes = await manifestBytes(facts);
  await files.write(`${name}-m0.avro`, bytes);
  const list = await manifestListBytes(facts, `${address}${name}-m0.avro`, bytes.byteLength);
  await files.write(`${name}.avro`, list);
  return {
    "snapshot-id": id,
    ...(parent === undefined ? {} : { "parent-snapshot-id": parent["snapshot-id"] }),
    "sequence-number": last + 1,
    "timestamp-ms": nowMs,
    "manifest-list": `${address}${name}.avro`,
    summary: summaryOf(facts, manifest),
    "schema-id": schema["schema-id"],
  };
}

function summaryOf({ added, deleted }: ManifestFacts, manifest: SnapshotManifest): Record<string, string> {
  const shown = manifest.synthetic ? [] : manifest.sources.filter(({ withheld }) => withheld !== true);
  return {
    operation: deleted === undefined ? "append" : "overwrite",
    "added-data-files": "1",
    "added-records": String(added.rows),
    "total-data-files": "1",
    "total-records": String(added.rows),
    "total-files-size": String(added.bytes),
    "terrace.snapshot": manifest.snapshotId,
    "terrace.as-of": manifest.asOf,
    "terrace.sources": shown.map(({ id }) => id).join(" "),
  };
}

/** The single data file of a snapshot published by us. */
function fileOf({ summary, ...snapshot }: TableSnapshot, table: string, address: string): DataFile {
  return {
    path: `${address}${dataPath(table, summary["terrace.snapshot"])}`,
    rows: Number(summary["total-records"]),
    bytes: Number(summary["total-files-size"]),
    sequenceNumber: snapshot["sequence-number"],
  };
}

/** True when a source of the snapshot, open at publication, is withheld by its licence now. */
function isWithdrawn({ summary }: TableSnapshot, { sources }: SnapshotManifest): boolean {
  const then = new Set(summary["terrace.sources"].split(" "));
  return sources.some(({ id, withheld }) => withheld === true && then.has(id));
}
