import type { Row } from "../../dataset/csv-writer.ts";
import { badDataset } from "../../runtime/errors.ts";
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

/**
 * How many of the first rows make whole keys. The next piece goes on after the last key, so rows of one key must not be
 * in two: what may have more to come is left for the next.
 */
export function wholeKeys(keys: readonly (readonly string[])[]): number {
  const last = keys[keys.length - 1];
  const isLast = (key: readonly string[]) => key.every((value, i) => value === last[i]);
  const end = keys.findLastIndex((key) => !isLast(key)) + 1;
  if (end > 0) return end;
  throw badDataset(
    `${keys.length} rows or more have the key ${JSON.stringify(last.join(", "))}; name a key by which rows differ`,
  );
}
