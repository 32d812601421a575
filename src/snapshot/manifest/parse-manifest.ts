import { STATE_CODES } from "../../dataset/states.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { isSnapshotId } from "../store/data-directory.ts";
import {
  expected,
  type JsonPlace,
  readCount,
  readFlag,
  readList,
  readMap,
  readObject,
  readText,
} from "./json-reader.ts";
import {
  type ColumnsLayout,
  MANIFEST_FILE,
  manifestText,
  type RejectCount,
  SNAPSHOT_SCHEMA_VERSION,
  type SnapshotFile,
  type SnapshotManifest,
  type SnapshotSource,
  type StateIndex,
  snapshotIdFrom,
} from "./manifest.ts";

const REBUILD = "terrace snapshot build <dataset>, then terrace snapshot publish";
const COLUMN_NAME = /^[a-z0-9_]+\.[a-z0-9_]+$/;
const KEYS = [
  "schemaVersion",
  "snapshotId",
  "datasetId",
  "title",
  "asOf",
  "synthetic",
  "sources",
  "tables",
  "rowCounts",
  "pageCounts",
  "datasetRows",
  "rejects",
  "states",
  "national",
  "columns",
  "files",
];
const INDEX_VERSION = /^v1-[0-9a-f]{12}$/;
const INDEX_VERSION_WORDS = "v1- and 12 hex digits";
const TABLE_NAME = /^[a-z][a-z0-9_]*$/;
const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
/** Relative, forward slashes, no part that begins with a dot: a manifest can never point outside its snapshot. */
const FILE_PATH = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/**
 * The manifest a text holds. Any text but the one that was written is refused: unknown keys, other spacing, and
 * facts that do not give the stated id.
 */
export function parseManifest(text: string): SnapshotManifest {
  const root = { at: MANIFEST_FILE, value: parseJson(text) };
  checkSchemaVersion(readMap(root).schemaVersion);
  const parts = readObject(root, KEYS);
  const manifest: SnapshotManifest = {
    schemaVersion: SNAPSHOT_SCHEMA_VERSION,
    snapshotId: readSnapshotId(parts.snapshotId),
    datasetId: readText(parts.datasetId, /./, "a dataset id"),
    title: readText(parts.title),
    asOf: readInstant(parts.asOf),
    synthetic: readFlag(parts.synthetic),
    sources: readList(parts.sources, readSource),
    tables: readList(parts.tables, (p) => readText(p, TABLE_NAME, "a table name")),
    rowCounts: readCounts(parts.rowCounts),
    pageCounts: readCounts(parts.pageCounts),
    datasetRows: readCounts(parts.datasetRows),
    rejects: readList(parts.rejects, readReject),
    states: readStates(parts.states),
    national: readNational(parts.national),
    columns: readColumnsLayout(parts.columns),
    files: readList(parts.files, readFileEntry),
  };
  checkWhole(manifest, text);
  return manifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TerraceError("bad_snapshot", `${MANIFEST_FILE} is not JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function checkSchemaVersion(place: JsonPlace | undefined): void {
  const version = place?.value;
  if (version === SNAPSHOT_SCHEMA_VERSION) return;
  const isNewer = typeof version === "number" && version > SNAPSHOT_SCHEMA_VERSION;
  const remedy = isNewer
    ? `update terrace, or build the snapshot again with this version: ${REBUILD}`
    : `build the snapshot again from its dataset: ${REBUILD}`;
  throw new TerraceError(
    "bad_snapshot",
    `${MANIFEST_FILE}.schemaVersion is ${JSON.stringify(version) ?? "missing"}; this version of terrace reads ` +
      `${SNAPSHOT_SCHEMA_VERSION}; ${remedy}`,
  );
}

function checkWhole(manifest: SnapshotManifest, text: string): void {
  const { schemaVersion: _version, snapshotId, ...facts } = manifest;
  const actual = snapshotIdFrom(facts);
  if (actual !== snapshotId) {
    throw new TerraceError(
      "bad_snapshot",
      `${MANIFEST_FILE}.snapshotId is "${snapshotId}" but its facts give "${actual}"; the manifest was changed`,
    );
  }
  if (manifestText(manifest) !== text) {
    throw new TerraceError("bad_snapshot", `${MANIFEST_FILE} differs from the text that was written`);
  }
}

function readSnapshotId(place: JsonPlace): string {
  const id = readText(place);
  if (!isSnapshotId(id)) throw expected(place, "an id such as 2026-11-13-0123456789ab");
  return id;
}

function readInstant(place: JsonPlace): string {
  const instant = readText(place, INSTANT, "an instant such as 2026-11-13T00:00:00.000Z");
  if (Number.isNaN(Date.parse(instant))) throw expected(place, "an instant such as 2026-11-13T00:00:00.000Z");
  return instant;
}

function readSource(place: JsonPlace): SnapshotSource {
  const optional = ["url", "attribution", "earlierVintages", "withheld", "columns"] as const;
  const parts = readObject(place, ["id", "publisher", "title", "licence", "vintage", "tables"], optional);
  return {
    id: readText(parts.id, /./, "a source id"),
    publisher: readText(parts.publisher),
    title: readText(parts.title),
    licence: readText(parts.licence),
    vintage: readDate(parts.vintage),
    ...(parts.url === undefined ? {} : { url: readText(parts.url) }),
    ...(parts.attribution === undefined ? {} : { attribution: readText(parts.attribution) }),
    ...(parts.earlierVintages === undefined
      ? {}
      : { earlierVintages: readList(parts.earlierVintages, readDate) }),
    ...(parts.withheld === undefined ? {} : { withheld: readFlag(parts.withheld) }),
    tables: readList(parts.tables, (p) => readText(p, TABLE_NAME, "a table name")),
    ...(parts.columns === undefined
      ? {}
      : { columns: readList(parts.columns, (p) => readText(p, COLUMN_NAME, "a table and a column")) }),
  };
}

function readDate(place: JsonPlace): string {
  return readText(place, /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, "a date such as 2026-11-13");
}

function readCounts(place: JsonPlace): Record<string, number> {
  return Object.fromEntries(Object.entries(readMap(place)).map(([key, value]) => [key, readCount(value)]));
}

function readReject(place: JsonPlace): RejectCount {
  const parts = readObject(place, ["table", "rows"]);
  return { table: readText(parts.table, TABLE_NAME, "a table name"), rows: readCount(parts.rows) };
}

function readStates(place: JsonPlace): StateIndex[] {
  const states = readList(place, (item) => {
    const parts = readObject(item, ["stateCode", "suburbs", "indexVersion"]);
    return { code: readText(parts.stateCode), at: parts.stateCode, ...readIndex(parts) };
  });
  if (states.length !== STATE_CODES.length) throw expected(place, `the states ${STATE_CODES.join(", ")}`);
  return states.map(({ code, at, suburbs, indexVersion }, i) => {
    if (code !== STATE_CODES[i]) throw expected(at, `"${STATE_CODES[i]}"`);
    return { stateCode: STATE_CODES[i], suburbs, indexVersion };
  });
}

function readNational(place: JsonPlace): { suburbs: number; indexVersion: string } {
  return readIndex(readObject(place, ["suburbs", "indexVersion"]));
}

function readIndex(parts: Readonly<Record<string, JsonPlace>>): { suburbs: number; indexVersion: string } {
  return {
    suburbs: readCount(parts.suburbs),
    indexVersion: readText(parts.indexVersion, INDEX_VERSION, INDEX_VERSION_WORDS),
  };
}

function readColumnsLayout(place: JsonPlace): ColumnsLayout {
  const parts = readObject(place, ["texts", "metrics"]);
  return {
    texts: readList(parts.texts, (text) => {
      const { name, offsets, data } = readObject(text, ["name", "offsets", "data"]);
      return { name: readText(name), offsets: readCount(offsets), data: readCount(data) };
    }),
    metrics: readList(parts.metrics, (metric) => {
      const { key, values, validity } = readObject(metric, ["key", "values", "validity"]);
      return {
        key: readText(key),
        values: readCount(values),
        validity: validity.value === null ? null : readCount(validity),
      };
    }),
  };
}

function readFileEntry(place: JsonPlace): SnapshotFile {
  const parts = readObject(place, ["path", "bytes", "sha256"]);
  return {
    path: readText(parts.path, FILE_PATH, "a path inside the snapshot"),
    bytes: readCount(parts.bytes),
    sha256: readText(parts.sha256, /^[0-9a-f]{64}$/, "64 lower-case hex digits"),
  };
}
