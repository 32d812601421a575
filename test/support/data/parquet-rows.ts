import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { COMPRESSORS } from "../../../src/importers/files/parquet-pages.ts";

/** The rows of a Parquet file, read without DuckDB. */
export async function parquetRows(path: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path), compressors: COMPRESSORS });
}
