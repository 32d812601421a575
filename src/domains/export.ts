import type { SqlType } from "../engine/sql/sandbox.ts";
import type { SnapshotView } from "../engine/view.ts";
import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";

/** Column types of a file; a date is a day number, a timestamp epoch milliseconds in UTC. */
export type ExportType = SqlType;

/** A column of a file, as the data dictionary describes it. */
export interface ExportColumn {
  readonly name: string;
  readonly type: ExportType;
  readonly doc: string;
  readonly unit?: string;
  /** What an empty cell means; undefined if the column has none. */
  readonly nullMeaning?: string;
  /** Ids of the column's sources, where they differ by column. */
  readonly sources?: readonly string[];
}

/** Cells of one column. Typed arrays have validity bits (LSB first); lists hold null itself. */
export interface ExportCells {
  readonly values: Float32Array | readonly unknown[];
  /** Undefined if no cell is null. */
  readonly validity?: Uint8Array | undefined;
  /** The same strings as UTF-8, if cached in that form; null has length 0. */
  readonly utf8?: () => TextBytes;
}

/** Concatenated UTF-8. `offsets[i]` is the start of string i (the first is 0), the last offset the end. */
export interface TextBytes {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

/** A batch of rows, by column, in the order of the file's columns. */
export interface ExportBatch {
  readonly rowCount: number;
  readonly columns: readonly ExportCells[];
  /** One GeoJSON geometry (JSON) per row, if the request has `wantsGeometry`. */
  readonly geometries?: readonly (string | null)[];
}

/** Content of a file before formatting: metadata, sources, and its rows as a stream of batches. */
export interface ExportTable {
  readonly title: string;
  /** File name without extension: letters, digits, hyphens. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly sources: readonly SnapshotSource[];
  readonly rowCount: number;
  /** Rows that match the conditions, if a limit or an offset leaves some out. */
  readonly matched?: number;
  /**
   * Rows in order, batch by batch; only a position is kept between batches. A writer that does little per
   * cell may pass the number of cells that it wants per batch.
   */
  batches(signal: AbortSignal, cellsAtOnce?: number): AsyncIterable<ExportBatch>;
}

export interface ExportRequest {
  /** The variable part of the path, such as a state; "" for a path without one. */
  readonly key: string;
  /** Known query parameters, each at most once. */
  readonly parameters: ReadonlyMap<string, string>;
  /** If true, every batch must have geometries. */
  readonly wantsGeometry: boolean;
}

export type OpenExport = (
  view: SnapshotView,
  request: ExportRequest,
  signal: AbortSignal,
) => ExportTable | Promise<ExportTable>;

/** Rows that callers may download at `/v1/<path>.<extension>`. */
export interface Export {
  /** Path below `/v1/`; a last segment such as `:state` is the key. */
  readonly path: string;
  readonly title: string;
  readonly doc: string;
  /** Dataset tables of its rows. */
  readonly tables: readonly string[];
  /** Describes the key; undefined for a path without one. */
  readonly key?: { readonly doc: string; readonly example: string };
  readonly parameters: Readonly<Record<string, { readonly doc: string; readonly example: string }>>;
  /** Offers `.geojson`. */
  readonly hasGeometry?: boolean;
  load(): Promise<OpenExport>;
}
