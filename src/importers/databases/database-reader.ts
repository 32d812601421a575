import type { Row } from "../../dataset/csv-writer.ts";
import { badDataset } from "../../runtime/errors.ts";
import type { MappedTable } from "./database-mapping.ts";

export interface ReadPiece {
  readonly rows: readonly Row[];
  /** Key columns of the last row, as strings. */
  readonly lastKey: readonly string[];
}

export interface DatabaseReader {
  /** Consistency of the rows, for the import report. */
  readonly consistency: string;
  /** Streams a table in key order, starting after `after` if given, in chunks of about PIECE_ROWS rows. */
  read(
    table: MappedTable,
    after: readonly string[] | undefined,
    signal: AbortSignal,
  ): AsyncIterable<ReadPiece>;
  close(): Promise<void>;
}

/** Rows per chunk, which bounds memory. */
export const PIECE_ROWS = 5000;

/**
 * Number of leading rows whose keys are complete. The next chunk starts after the last key, so a key must not
 * be split: rows of the last key are left to the next chunk.
 */
export function wholeKeys(keys: readonly (readonly string[])[]): number {
  const last = keys[keys.length - 1];
  const isLast = (key: readonly string[]) => key.every((value, i) => value === last[i]);
  const end = keys.findLastIndex((key) => !isLast(key)) + 1;
  if (end > 0) return end;
  throw badDataset(
    `${keys.length} rows or more have the key ${JSON.stringify(last.join(", "))}; name a key with fewer duplicates`,
  );
}
