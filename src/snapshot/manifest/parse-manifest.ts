import { badSnapshot } from "../../runtime/errors.ts";
import {
  anything,
  type JsonIssue,
  object,
  parseJson,
  placeText,
  readJson,
  valueText,
} from "../../runtime/json-schema.ts";
import {
  MANIFEST_FILE,
  manifestSchema,
  manifestText,
  SNAPSHOT_SCHEMA_VERSION,
  type SnapshotManifest,
  snapshotIdFrom,
} from "./manifest.ts";

const REBUILD = "terrace snapshot build <dataset>, then terrace snapshot publish";

/** Parses a manifest. Throws unless it is the exact text that was written, with facts that match its id. */
export function parseManifest(manifest: string): SnapshotManifest {
  const value = parseJson(manifest, MANIFEST_FILE, "bad_snapshot");
  const complain = (issue: JsonIssue) => badSnapshot(complaint(issue));
  // Version first: a manifest of another version may differ in anything.
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
