import { STATE_CODES } from "../../dataset/states.ts";
import { badSnapshot } from "../../runtime/errors.ts";
import {
  anything,
  flag,
  type JsonIssue,
  JsonMismatch,
  type JsonPath,
  list,
  map,
  nullable,
  object,
  oneOf,
  optional,
  parseJson,
  placeText,
  readJson,
  refined,
  type Schema,
  text,
  valueText,
  wholeNumber,
} from "../../runtime/json-schema.ts";
import {
  isSnapshotId,
  MANIFEST_FILE,
  manifestText,
  SNAPSHOT_SCHEMA_VERSION,
  type SnapshotFile,
  type SnapshotManifest,
  type SnapshotSource,
  type StateIndex,
  snapshotIdFrom,
} from "./manifest.ts";

const REBUILD = "terrace snapshot build <dataset>, then terrace snapshot publish";
const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
const INSTANT_WORDS = "an instant such as 2026-11-13T00:00:00.000Z";
/** Relative, forward slashes, no part that begins with a dot: a manifest can never point outside its snapshot. */
const FILE_PATH = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

const words = text();
const count = wholeNumber();
const date = text(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, "a date such as 2026-11-13");
const tableName = text(/^[a-z][a-z0-9_]*$/, "a table name");
const suburbIndex = {
  suburbs: count,
  indexVersion: text(/^v1-[0-9a-f]{12}$/, "v1- and 12 hex digits"),
};

const source: Schema<SnapshotSource> = object({
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

const file: Schema<SnapshotFile> = object({
  path: text(FILE_PATH, "a path inside the snapshot"),
  bytes: count,
  sha256: text(/^[0-9a-f]{64}$/, "64 lower-case hex digits"),
});

const manifestSchema: Schema<SnapshotManifest> = object({
  schemaVersion: oneOf([SNAPSHOT_SCHEMA_VERSION]),
  snapshotId: refined(words, isSnapshotId, "an id such as 2026-11-13-0123456789ab"),
  datasetId: text(/./, "a dataset id"),
  title: words,
  asOf: refined(text(INSTANT, INSTANT_WORDS), (at) => !Number.isNaN(Date.parse(at)), INSTANT_WORDS),
  synthetic: flag,
  sources: list(source),
  tables: list(tableName),
  rowCounts: map(count),
  pageCounts: map(count),
  datasetRows: map(count),
  rejects: list(object({ table: tableName, rows: count })),
  states: allStates,
  national: object(suburbIndex),
  columns: object({
    texts: list(object({ name: words, offsets: count, data: count })),
    metrics: list(object({ key: words, values: count, validity: nullable(count) })),
  }),
  files: snapshotFiles,
});

/**
 * The manifest a text holds. Any text but the one that was written is refused: unknown keys, other spacing, and
 * facts that do not give the stated id.
 */
export function parseManifest(manifest: string): SnapshotManifest {
  const value = parseJson(manifest, MANIFEST_FILE, "bad_snapshot");
  const complain = (issue: JsonIssue) => badSnapshot(complaint(issue));
  // The version first: a manifest of another one may differ in anything.
  checkSchemaVersion(readJson(object({ schemaVersion: anything }, { others: "ignored" }), value, complain));
  const read = readJson(manifestSchema, value, complain);
  checkWhole(read, manifest);
  return read;
}

function complaint({ path, value, expected, knownKeys }: JsonIssue): string {
  const at = (place: JsonIssue["path"]) => placeText([MANIFEST_FILE, ...place]);
  const parent = at(path.slice(0, -1));
  if (knownKeys !== undefined) {
    return `${parent} has the unknown key "${path.at(-1)}"; known keys: ${knownKeys.join(", ")}`;
  }
  if (value === undefined) return `${parent} lacks the key "${path.at(-1)}"`;
  return `${at(path)} is ${valueText(value)}; expected ${expected}`;
}

function checkSchemaVersion({ schemaVersion: version }: { readonly schemaVersion: unknown }): void {
  if (version === SNAPSHOT_SCHEMA_VERSION) return;
  const isNewer = typeof version === "number" && version > SNAPSHOT_SCHEMA_VERSION;
  const remedy = isNewer
    ? `update terrace, or build the snapshot again with this version: ${REBUILD}`
    : `build the snapshot again from its dataset: ${REBUILD}`;
  throw badSnapshot(
    `${MANIFEST_FILE}.schemaVersion is ${JSON.stringify(version) ?? "missing"}; this version of terrace reads ` +
      `${SNAPSHOT_SCHEMA_VERSION}; ${remedy}`,
  );
}

function checkWhole(manifest: SnapshotManifest, text: string): void {
  const { schemaVersion: _version, snapshotId, ...facts } = manifest;
  const actual = snapshotIdFrom(facts);
  if (actual !== snapshotId) {
    throw badSnapshot(
      `${MANIFEST_FILE}.snapshotId is "${snapshotId}" but its facts give "${actual}"; the manifest was changed`,
    );
  }
  if (manifestText(manifest) !== text) {
    throw badSnapshot(`${MANIFEST_FILE} differs from the text that was written`);
  }
}

/** Files of different paths: one that occurs twice, or is the manifest's, would be written over another. */
function snapshotFiles(value: unknown, path: JsonPath): SnapshotFile[] {
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

/** All eight states in the order of their rows. */
function allStates(value: unknown, path: JsonPath): StateIndex[] {
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
