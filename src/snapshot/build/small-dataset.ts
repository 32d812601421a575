import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of a dataset up to which its tables are held in memory while they are built. */
const SMALL_BYTES = 64 * 2 ** 20;

/**
 * Whether a dataset is built in memory: a file keeps the memory of a large build bounded and costs a flush a statement,
 * and a small build needs neither. A folder that cannot be read is reported by the code that loads it.
 */
export async function isSmall(datasetDir: string): Promise<boolean> {
  return (await bytesIn(datasetDir).catch(() => 0)) <= SMALL_BYTES;
}

/** A third of the 2 GB that a build may take: Node's own memory and what DuckDB has freed but keeps come on top. */
const LEAST_MEMORY_MB = 600;

/** With what comes on top, a build of any size stays below 4 GB. */
const MOST_MEMORY_MB = 2000;

/** What two steps at once hold of their tables grows with the rows, and not all of it can go to disk. */
const DATASET_BYTES_A_BYTE = 2;

/** Memory of the build database where nobody says how much: more for a dataset of gigabytes. */
export async function defaultMemoryMb(datasetDir: string): Promise<number> {
  const bytes = await bytesIn(datasetDir).catch(() => 0);
  const wanted = Math.ceil(bytes / DATASET_BYTES_A_BYTE / 2 ** 20);
  return Math.min(MOST_MEMORY_MB, Math.max(LEAST_MEMORY_MB, wanted));
}

/** What a byte of Parquet is of CSV, roughly: the work of a build follows from rows, not from how they are packed. */
const CSV_BYTES_A_PARQUET_BYTE = 8;

/** Whether a build ends before threads of its own have loaded what makes documents. */
export async function isQuick(datasetDir: string): Promise<boolean> {
  const weight = (name: string) => (name.endsWith(".parquet") ? CSV_BYTES_A_PARQUET_BYTE : 1);
  return (await bytesIn(datasetDir, weight).catch(() => 0)) <= SMALL_BYTES;
}

async function bytesIn(directory: string, weight: (name: string) => number = () => 1): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size * weight(name)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
