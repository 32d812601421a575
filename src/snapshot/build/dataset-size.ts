import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of a dataset up to which its tables are held in memory while they are built. */
const SMALL_BYTES = 64 * 2 ** 20;

/** A third of the 2 GB that a build may take: Node's own memory and what DuckDB has freed but keeps come on top. */
const LEAST_MEMORY_MB = 600;

/** With what comes on top, a build of any size stays below 4 GB. */
const MOST_MEMORY_MB = 2000;

/** What two steps at once hold of their tables grows with the rows, and not all of it can go to disk. */
const DATASET_BYTES_A_BYTE = 2;

/** What a byte of Parquet is of CSV, roughly: the work of a build follows from rows, not from how they are packed. */
const CSV_BYTES_A_PARQUET_BYTE = 8;

/** What follows from the size of a dataset for its build. A folder that cannot be read is reported by the code that loads it. */
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
    /**
     * Whether it is built in memory: a file keeps the memory of a large build bounded and costs a flush a statement, and a
     * small build needs neither.
     */
    isSmall: bytes <= SMALL_BYTES,
    /** Whether a build ends before threads of its own have loaded what makes documents. */
    isQuick: csvBytes <= SMALL_BYTES,
    /** Memory of the build database where nobody says how much: more for a dataset of gigabytes. */
    memoryMb: Math.min(MOST_MEMORY_MB, Math.max(LEAST_MEMORY_MB, wantedMb)),
  };
}
