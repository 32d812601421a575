import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Datasets up to this many bytes are built in memory. */
const SMALL_BYTES = 64 * 2 ** 20;

/** A third of a build's 2 GB: Node's memory, and what DuckDB has freed but keeps, come on top. */
const MIN_MEMORY_MB = 600;

/** With what comes on top, a build of any size stays below 4 GB. */
const MAX_MEMORY_MB = 2000;

/** Two concurrent steps hold tables that grow with the rows, and not all of that can spill to disk. */
const DATASET_BYTES_A_BYTE = 2;

/** Rough ratio of CSV to Parquet bytes: a build's work depends on rows, not on their compression. */
const CSV_BYTES_A_PARQUET_BYTE = 8;

/** Build settings for a dataset's size. Ignores unreadable folders: the load reports them. */
export async function datasetSize(datasetDir: string) {
  const entries = await readdir(datasetDir, { recursive: true, withFileTypes: true }).catch(() => []);
  let [bytes, csvBytes] = [0, 0];
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const { size } = await stat(join(parentPath, name)).catch(() => ({ size: 0 }));
    bytes += size;
    csvBytes += size * (name.endsWith(".parquet") ? CSV_BYTES_A_PARQUET_BYTE : 1);
  }
  const wantedMb = Math.ceil(bytes / DATASET_BYTES_A_BYTE / 2 ** 20);
  return {
    /** Build in memory: a file bounds the memory of a large build, but costs a flush for each statement. */
    isSmall: bytes <= SMALL_BYTES,
    /** The build ends before worker threads could have loaded the page modules. */
    isQuick: csvBytes <= SMALL_BYTES,
    /** Default memory limit of the build database: more for a dataset of gigabytes. */
    memoryMb: Math.min(MAX_MEMORY_MB, Math.max(MIN_MEMORY_MB, wantedMb)),
  };
}
