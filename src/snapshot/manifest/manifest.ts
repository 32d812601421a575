import { createHash } from "node:crypto";
import type { DatasetSource } from "../../dataset/manifest.ts";
import type { StateCode } from "../../dataset/states.ts";

/** Version of the snapshot's layout; raised when an older program could not read it. */
export const SNAPSHOT_SCHEMA_VERSION = 4 as const;

export const MANIFEST_FILE = "manifest.json";
export const COLUMNS_FILE = "columns.arrow";
export const TABLES_FOLDER = "tables";

/** The table that the columns file holds again, by column; nothing is asked of it while serving. */
export const METRICS_TABLE = "suburb_metrics";

/** Publisher, licence and vintage of a part of the dataset. */
export type SnapshotSource = DatasetSource;

export interface SnapshotFile {
  /** Path inside the snapshot, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface StateIndex {
  readonly stateCode: StateCode;
  readonly suburbs: number;
  readonly indexVersion: string;
}

/** Where the buffers of the columns are in their file, in bytes: a reader need not parse Arrow to map them. */
export interface ColumnsLayout {
  /** Texts of each suburb: int32 offsets (one more than suburbs) into UTF-8 data. */
  readonly texts: readonly { readonly name: string; readonly offsets: number; readonly data: number }[];
  /** Float32 values and, for a column with nulls, validity bits; in the order of the registry. */
  readonly metrics: readonly {
    readonly key: string;
    readonly values: number;
    readonly validity: number | null;
  }[];
}

export interface RejectCount {
  readonly table: string;
  readonly rows: number;
}

/** All that is known of a snapshot without opening its files. */
export interface SnapshotManifest {
  readonly schemaVersion: typeof SNAPSHOT_SCHEMA_VERSION;
  readonly snapshotId: string;
  readonly datasetId: string;
  readonly title: string;
  /** Instant taken as "now" in every aggregate, ISO 8601 in UTC. */
  readonly asOf: string;
  readonly synthetic: boolean;
  readonly sources: readonly SnapshotSource[];
  /** Serving tables: one `tables/<name>.parquet` each. */
  readonly tables: readonly string[];
  /** Rows of each serving table. */
  readonly rowCounts: Readonly<Record<string, number>>;
  /** Keys of each set of pages: one `pages/<name>.pages` each. */
  readonly pageCounts: Readonly<Record<string, number>>;
  /** Rows taken from each dataset table. */
  readonly datasetRows: Readonly<Record<string, number>>;
  /** Dataset tables of which rows were refused. */
  readonly rejects: readonly RejectCount[];
  /** All eight states in the order of their rows in the columns, empty ones included. */
  readonly states: readonly StateIndex[];
  readonly national: { readonly suburbs: number; readonly indexVersion: string };
  readonly columns: ColumnsLayout;
  /** Every file but the manifest, by path. */
  readonly files: readonly SnapshotFile[];
}

export type ManifestFacts = Omit<SnapshotManifest, "schemaVersion" | "snapshotId">;

/** A manifest whose id follows from its facts, the files' checksums among them. */
export function manifestFrom(facts: ManifestFacts): SnapshotManifest {
  return { schemaVersion: SNAPSHOT_SCHEMA_VERSION, snapshotId: snapshotIdFrom(facts), ...facts };
}

/** Id such as `2026-11-13-0123456789ab`: the as-of date and 48 bits of a hash over all facts. */
export function snapshotIdFrom(facts: ManifestFacts): string {
  const hash = createHash("sha256").update(
    canonicalText({ ...facts, schemaVersion: SNAPSHOT_SCHEMA_VERSION }),
  );
  return `${facts.asOf.slice(0, 10)}-${hash.digest("hex").slice(0, 12)}`;
}

/** The only text a manifest may have: two spaces, sorted keys, a final newline. */
export function manifestText(manifest: SnapshotManifest): string {
  return canonicalText(manifest);
}

/** Version of a set of suburb codes, `v1-` and 12 hex digits; names and postcodes do not matter. */
export function indexVersion(salCodes: Iterable<string>): string {
  const codes = Array.from(salCodes, (code) => Buffer.from(code)).sort(Buffer.compare);
  const hash = createHash("sha256");
  for (const code of codes) hash.update(`${code.byteLength}:`).update(code).update(";");
  return `v1-${hash.digest("hex").slice(0, 12)}`;
}

function canonicalText(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return `${JSON.stringify(value, sorted, 2)}\n`;
}

export const PAGES_FOLDER = "pages";

const SNAPSHOT_ID = /^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{12}$/;

/** True for text shaped like `2026-11-13-0123456789ab`; nothing else may name a path in the data directory. */
export function isSnapshotId(text: string): boolean {
  return SNAPSHOT_ID.test(text);
}
