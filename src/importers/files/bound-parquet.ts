import type { FileMetaData } from "hyparquet";
import { badDataset } from "../../runtime/errors.ts";
import { measurePage } from "./measure-parquet-page.ts";
import { columnChunks, pagesOf } from "./parquet-pages.ts";
import { MAX_UNPACKED_BYTES, spend, type UnpackBudget } from "./unpack.ts";

/** Cells of one file that are held at once. */
const MAX_CELLS = 50_000_000;

/** Values of a page: each is an object of its own for a while. Writers stay far below. */
const MAX_PAGE_VALUES = 10_000_000;

/**
 * Throws when reading the file would take more memory than any file may; what it unpacks to is spent. The reader believes
 * every number in a file, so a few bytes could stand for billions of values: all are looked at before. DuckDB does not
 * stay within its limit either: with 512 MB it took 8.4 GB for texts that begin alike, and did not end on two of them.
 */
export function refuseTooLarge(
  bytes: Uint8Array,
  metadata: FileMetaData,
  path: string,
  budget: UnpackBudget,
): void {
  const refuse = (reason: string): never => {
    throw badDataset(`${path}: ${reason}`);
  };
  const groups = metadata.row_groups.filter(({ num_rows }) => Number(num_rows) > 0);
  const rows = groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  const columns = groups.reduce((most, group) => Math.max(most, group.columns.length), 1);
  // A row takes as much as a cell, in addition to its cells.
  if (rows * (columns + 1) > MAX_CELLS) {
    refuse(`holds ${rows.toLocaleString("en-AU")} rows of ${columns} columns; split it`);
  }
  let [unpacked, values] = [0, 0];
  const unpack = (more: number) => {
    unpacked += more;
    if (unpacked > MAX_UNPACKED_BYTES) {
      refuse(`unpacks to more than ${MAX_UNPACKED_BYTES.toLocaleString("en-AU")} bytes`);
    }
    spend(budget, more, path);
  };
  const chunks = columnChunks(bytes, groups, metadata);
  // Sizes first: nothing is unpacked of a file that is too large.
  for (const chunk of chunks) {
    for (const page of pagesOf(chunk)) {
      if (page.values > MAX_PAGE_VALUES) {
        refuse(`holds a page of ${page.values.toLocaleString("en-AU")} values; split it`);
      }
      // A value of a nested column brings a list for each level.
      values += page.values * (chunk.schemaPath.length - 1);
      if (values > MAX_CELLS) {
        refuse(`holds more than ${MAX_CELLS.toLocaleString("en-AU")} values; split it`);
      }
      unpack(page.unpackedLength);
    }
  }
  for (const chunk of chunks) for (const page of pagesOf(chunk)) unpack(measurePage(page, chunk));
}
