import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of a dataset up to which its tables are held in memory while they are built. */
const SMALL_BYTES = 64 * 2 ** 20;

/**
 * Whether a dataset is built in memory: a file keeps the memory of a large build bounded and costs a flush a statement,
 * and a small build needs neither. A folder that cannot be read is reported by whoever loads it.
 */
export async function isSmall(datasetDir: string): Promise<boolean> {
  return (await bytesIn(datasetDir).catch(() => 0)) <= SMALL_BYTES;
}

async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
