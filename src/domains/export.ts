import type { SqlType } from "../engine/sql/sandbox.ts";
import type { SnapshotView } from "../engine/view.ts";
import type { Switches } from "../rpc/switches.ts";
import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";

/** What a column of a file may hold; a date is a day number, a timestamp epoch milliseconds in UTC. */
export type ExportType = SqlType;

/** A column of a file, as the data dictionary tells it. */
export interface ExportColumn {
  readonly name: string;
  readonly type: ExportType;
  readonly doc: string;
  readonly unit?: string;
  /** What an empty cell means; a column without it has none. */
  readonly nullMeaning?: string;
  /** Ids of the sources that gave the column, where they differ from column to column. */
  readonly sources?: readonly string[];
}

/** Cells of one column. Validity bits, LSB first, belong to typed arrays; a list holds null itself. */
export interface ExportCells {
  readonly values: Float32Array | readonly unknown[];
  /** Undefined where no cell is null. */
  readonly validity?: Uint8Array | undefined;
  /** The same texts as UTF-8, where they are held so; a null takes no room. */
  readonly utf8?: () => TextBytes;
}

/** Texts one after the other, from 0 on, and where each begins; the last place is where the last ends. */
export interface TextBytes {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

/** Some rows of a file, by column, in the order of its columns. */
export interface ExportBatch {
  readonly rowCount: number;
  readonly columns: readonly ExportCells[];
  /** A GeoJSON geometry a row, as text; only where the request wants them. */
  readonly geometries?: readonly (string | null)[];
}

/** A file's content before it has a format: what it is, where it comes from, and its rows as they are asked for. */
export interface ExportTable {
  readonly title: string;
  /** Name of the file without its extension: letters, digits, hyphens. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly sources: readonly SnapshotSource[];
  /** Rows in all. */
  readonly rowCount: number;
  /** Rows that the conditions let through, where a limit or an offset left some out. */
  readonly matched?: number;
  /**
   * Rows in order, a batch at a time; nothing is kept between two batches but a place. A writer that does little with
   * a cell may say how many it would take at once.
   */
  batches(signal: AbortSignal, cellsAtOnce?: number): AsyncIterable<ExportBatch>;
}

export interface ExportRequest {
  /** The path's own part, such as a state; "" for a path without one. */
  readonly key: string;
  /** Query parameters that the export knows, each at most once. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly switches: Switches;
  /** True when every batch must bring its geometries. */
  readonly wantsGeometry: boolean;
}

export type OpenExport = (
  view: SnapshotView,
  request: ExportRequest,
  signal: AbortSignal,
) => ExportTable | Promise<ExportTable>;

/** Rows that callers may take away as a file, at `/v1/<path>.<extension>`. */
export interface Export {
  /** Path below `/v1/`; a last part such as `:state` is the key. */
  readonly path: string;
  readonly title: string;
  readonly doc: string;
  /** The dataset tables that its rows come from. */
  readonly tables: readonly string[];
  /** What the key is; undefined for a path without one. */
  readonly key?: { readonly doc: string; readonly example: string };
  /** Query parameters by name. */
  readonly parameters: Readonly<Record<string, { readonly doc: string; readonly example: string }>>;
  /** Offers `.geojson`. */
  readonly hasGeometry?: boolean;
  /** Loads the code that reads it. */
  load(): Promise<OpenExport>;
}
