import type { Row } from "../../dataset/csv-writer.ts";
import type { MappedTable } from "./database-mapping.ts";

/** Rows of a dataset table, with the key that the next piece goes on after. */
export interface ReadPiece {
  readonly rows: readonly Row[];
  /** Values of the key columns of the last row, as text. */
  readonly lastKey: readonly string[];
}

/** A database open for an import. */
export interface DatabaseReader {
  /** What the import says of how consistent its rows are. */
  readonly consistency: string;
  /** The rows of a table by its key, after a key where one is given, a few thousand at a time. */
  read(
    table: MappedTable,
    after: readonly string[] | undefined,
    signal: AbortSignal,
  ): AsyncIterable<ReadPiece>;
  close(): Promise<void>;
}

/** Rows held at once. */
export const PIECE_ROWS = 5000;
