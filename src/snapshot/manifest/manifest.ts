import { createHash, hash } from "node:crypto";
import { STATE_CODES, type StateCode } from "../../dataset/states.ts";
import {
  flag,
  JsonMismatch,
  type JsonPath,
  list,
  map,
  nullable,
  object,
  oneOf,
  optional,
  refined,
  text,
  wholeNumber,
} from "../../runtime/json-schema.ts";

/** Version of the snapshot layout. Increment when older programs cannot read it. */
export const SNAPSHOT_SCHEMA_VERSION = 4 as const;

export const MANIFEST_FILE = "manifest.json";
export const COLUMNS_FILE = "columns.arrow";
export const TABLES_FOLDER = "tables";
export const PAGES_FOLDER = "pages";

/** Its data is in the columns file too; not queried while serving. */
export const METRICS_TABLE = "suburb_metrics";

const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
const INSTANT_WORDS = "an instant such as 2026-11-13T00:00:00.000Z";
/** Relative, forward slashes, no part begins with a dot: a manifest never points outside its snapshot. */
const FILE_PATH = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;
const SNAPSHOT_ID = /^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{12}$/;

/** True for `2026-11-13-0123456789ab`: only such strings may name a path in the data directory. */
export function isSnapshotId(text: string): boolean {
  return SNAPSHOT_ID.test(text);
}

const words = text();
const count = wholeNumber();
const date = text(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, "a date such as 2026-11-13");
const tableName = text(/^[a-z][a-z0-9_]*$/, "a table name");
const suburbIndex = {
  suburbs: count,
  indexVersion: text(/^v1-[0-9a-f]{12}$/, "v1- and 12 hex digits"),
};

/** As in the dataset's manifest, which validates the strings more strictly. */
const source = object({
  id: text(/./, "a source id"),
  publisher: words,
  title: words,
  licence: words,
  vintage: date,
  url: optional(words),
  attribution: optional(words),
  earlierVintages: optional(list(date)),
  withheld: optional(flag),
  tables: list(tableName),
  columns: optional(list(text(/^[a-z0-9_]+\.[a-z0-9_]+$/, "a table and a column"))),
});

const file = object({
  /** Path within the snapshot, with forward slashes. */
  path: text(FILE_PATH, "a path inside the snapshot"),
  bytes: count,
  sha256: text(/^[0-9a-f]{64}$/, "64 lower-case hex digits"),
});

/** Byte offsets of the column buffers in their file: readers need not parse Arrow to map them. */
const columnsLayout = object({
  /** String columns: suburbs + 1 int32 offsets into UTF-8 data. */
  texts: list(object({ name: words, offsets: count, data: count })),
  /** Float32 values and, for columns with nulls, validity bits; in registry order. */
  metrics: list(object({ key: words, values: count, validity: nullable(count) })),
});

/** Everything known about a snapshot without opening its other files. */
export const manifestSchema = object({
  schemaVersion: oneOf([SNAPSHOT_SCHEMA_VERSION]),
  snapshotId: refined(words, isSnapshotId, "an id such as 2026-11-13-0123456789ab"),
  datasetId: text(/./, "a dataset id"),
  title: words,
  /** Instant used as "now" in every aggregate, ISO 8601 in UTC. */
  asOf: refined(text(INSTANT, INSTANT_WORDS), (at) => !Number.isNaN(Date.parse(at)), INSTANT_WORDS),
  synthetic: flag,
  sources: list(source),
  /** Serving tables, each in `tables/<name>.parquet`. */
  tables: list(tableName),
  rowCounts: map(count),
  /** Keys of each page set, each in `pages/<name>.pages`. */
  pageCounts: map(count),
  /** Rows loaded from each dataset table. */
  datasetRows: map(count),
  /** Dataset tables with rejected rows. */
  rejects: list(object({ table: tableName, rows: count })),
  /** All eight states in row order, empty ones included. */
  states: allStates,
  national: object(suburbIndex),
  columns: columnsLayout,
  /** Every file except the manifest, sorted by path. */
  files: snapshotFiles,
});

export interface StateIndex {
  readonly stateCode: StateCode;
  readonly suburbs: number;
  readonly indexVersion: string;
}

export type SnapshotManifest = ReturnType<typeof manifestSchema>;
export type SnapshotSource = ReturnType<typeof source>;
export type SnapshotFile = ReturnType<typeof file>;
export type ColumnsLayout = SnapshotManifest["columns"];
export type ManifestFacts = Omit<SnapshotManifest, "schemaVersion" | "snapshotId">;

/** Paths must be unique and differ from the manifest's: a copy would overwrite one file with another. */
function snapshotFiles(value: unknown, path: JsonPath): readonly SnapshotFile[] {
  const files = list(file)(value, path);
  const taken = new Set<string>([MANIFEST_FILE]);
  files.forEach((one, i) => {
    if (taken.has(one.path)) {
      throw new JsonMismatch({
        path: [...path, i, "path"],
        value: one.path,
        expected: "a path that no other file has",
      });
    }
    taken.add(one.path);
  });
  return files;
}

function allStates(value: unknown, path: JsonPath): readonly StateIndex[] {
  const states = list(object({ stateCode: words, ...suburbIndex }))(value, path);
  if (states.length !== STATE_CODES.length) {
    throw new JsonMismatch({ path, value, expected: `the states ${STATE_CODES.join(", ")}` });
  }
  return states.map((state, i) => {
    const stateCode = oneOf([STATE_CODES[i]], `"${STATE_CODES[i]}"`)(state.stateCode, [
      ...path,
      i,
      "stateCode",
    ]);
    return { ...state, stateCode };
  });
}

/** Completes a manifest with the id derived from its facts, which include file checksums. */
export function manifestFrom(facts: ManifestFacts): SnapshotManifest {
  return { schemaVersion: SNAPSHOT_SCHEMA_VERSION, snapshotId: snapshotIdFrom(facts), ...facts };
}

/** Id such as `2026-11-13-0123456789ab`: the as-of date and 48 bits of a hash of all facts. */
export function snapshotIdFrom(facts: ManifestFacts): string {
  const digest = hash("sha256", canonicalText({ ...facts, schemaVersion: SNAPSHOT_SCHEMA_VERSION }));
  return `${facts.asOf.slice(0, 10)}-${digest.slice(0, 12)}`;
}

/** Canonical form: two-space indent, sorted keys, a final newline. Manifests must match it exactly. */
export function manifestText(manifest: SnapshotManifest): string {
  return canonicalText(manifest);
}

/** Digest of a set of suburb codes, `v1-` and 12 hex digits; independent of names and postcodes. */
export function indexVersion(salCodes: Iterable<string>): string {
  const codes = Array.from(salCodes, (code) => Buffer.from(code)).sort(Buffer.compare);
  const digest = createHash("sha256");
  for (const code of codes) digest.update(`${code.byteLength}:`).update(code).update(";");
  return `v1-${digest.digest("hex").slice(0, 12)}`;
}

function canonicalText(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return `${JSON.stringify(value, sorted, 2)}\n`;
}
