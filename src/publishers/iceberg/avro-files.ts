import { createHash } from "node:crypto";
import { optionalPackage } from "../../runtime/node/optional-package.ts";

export interface DataFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** Sequence number of the commit that added it. */
  readonly sequenceNumber: number;
}

/** Content of a commit's manifest and manifest list: one file added, the previous one deleted. */
export interface ManifestFacts {
  readonly snapshotId: number;
  readonly parentId: number | undefined;
  readonly sequenceNumber: number;
  /** The schema as JSON, and its id. */
  readonly schema: string;
  readonly schemaId: number;
  readonly added: DataFile;
  readonly deleted: DataFile | undefined;
}

const { streams } = optionalPackage<typeof import("avsc")>("avsc", "Iceberg metadata");

type Fields = readonly (readonly [name: string, id: number, type: unknown])[];

const record = (name: string, fields: Fields) => ({
  type: "record",
  name,
  fields: fields.map(([field, id, type]) => ({
    name: field,
    type,
    "field-id": id,
    ...(Array.isArray(type) ? { default: null } : {}),
  })),
});
const optional = (type: string) => ["null", type];

const DATA_FILE = record("r2", [
  ["content", 134, "int"],
  ["file_path", 100, "string"],
  ["file_format", 101, "string"],
  ["partition", 102, record("r102", [])],
  ["record_count", 103, "long"],
  ["file_size_in_bytes", 104, "long"],
]);

const MANIFEST_ENTRY = record("manifest_entry", [
  ["status", 0, "int"],
  ["snapshot_id", 1, optional("long")],
  ["sequence_number", 3, optional("long")],
  ["file_sequence_number", 4, optional("long")],
  ["data_file", 2, DATA_FILE],
]);

const MANIFEST_FILE = record("manifest_file", [
  ["manifest_path", 500, "string"],
  ["manifest_length", 501, "long"],
  ["partition_spec_id", 502, "int"],
  ["content", 517, "int"],
  ["sequence_number", 515, "long"],
  ["min_sequence_number", 516, "long"],
  ["added_snapshot_id", 503, "long"],
  ["added_files_count", 504, "int"],
  ["existing_files_count", 505, "int"],
  ["deleted_files_count", 506, "int"],
  ["added_rows_count", 512, "long"],
  ["existing_rows_count", 513, "long"],
  ["deleted_rows_count", 514, "long"],
]);

const ADDED = 1;
const DELETED = 2;

export function manifestBytes(facts: ManifestFacts): Promise<Buffer> {
  const entry = (status: number, { path, rows, bytes, sequenceNumber }: DataFile) => ({
    status,
    snapshot_id: facts.snapshotId,
    sequence_number: sequenceNumber,
    file_sequence_number: sequenceNumber,
    data_file: {
      content: 0,
      file_path: path,
      file_format: "PARQUET",
      partition: {},
      record_count: rows,
      file_size_in_bytes: bytes,
    },
  });
  const entries = [entry(ADDED, facts.added)];
  if (facts.deleted !== undefined) entries.push(entry(DELETED, facts.deleted));
  return avroFile(MANIFEST_ENTRY, entries, {
    schema: facts.schema,
    "schema-id": String(facts.schemaId),
    "partition-spec": "[]",
    "partition-spec-id": "0",
    "format-version": "2",
    content: "data",
  });
}

/** Encodes a commit's manifest list, which has one manifest, as Avro. */
export function manifestListBytes(facts: ManifestFacts, path: string, length: number): Promise<Buffer> {
  const { snapshotId, parentId, sequenceNumber, added, deleted } = facts;
  const manifest = {
    manifest_path: path,
    manifest_length: length,
    partition_spec_id: 0,
    content: 0,
    sequence_number: sequenceNumber,
    added_snapshot_id: snapshotId,
    min_sequence_number: deleted?.sequenceNumber ?? sequenceNumber,
    added_files_count: 1,
    existing_files_count: 0,
    deleted_files_count: deleted === undefined ? 0 : 1,
    added_rows_count: added.rows,
    existing_rows_count: 0,
    deleted_rows_count: deleted?.rows ?? 0,
  };
  return avroFile(MANIFEST_FILE, [manifest], {
    "snapshot-id": String(snapshotId),
    "sequence-number": String(sequenceNumber),
    "format-version": "2",
    "parent-snapshot-id": parentId === undefined ? "null" : String(parentId),
  });
}

/** Encodes an uncompressed one-block Avro container; deterministic, as the sync marker is a hash. */
async function avroFile(
  schema: object,
  records: readonly object[],
  metadata: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const syncMarker = createHash("sha256")
    .update(JSON.stringify([schema, records]))
    .digest()
    .subarray(0, 16);
  const pairs = Object.entries(metadata).map(([key, text]) => [key, Buffer.from(text)]);
  const options = { codec: "null", syncMarker, metadata: Object.fromEntries(pairs), writeHeader: true };
  const encoder = new streams.BlockEncoder(schema as never, options as never);
  for (const one of records) encoder.write(one);
  encoder.end();
  return Buffer.concat(await encoder.toArray());
}
