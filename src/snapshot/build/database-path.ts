import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of a dataset up to which its tables are held in memory while they are built. */
const IN_MEMORY_BYTES = 64 * 2 ** 20;

/**
 * Where the build database lies. A file keeps the memory of a large build bounded, and costs a flush a statement; a small
 * one needs neither. A folder that cannot be read is reported by whoever loads it.
 */
export async function databasePath(datasetDir: string, slot: string): Promise<string> {
  const bytes = await bytesIn(datasetDir).catch(() => 0);
  return bytes <= IN_MEMORY_BYTES ? ":memory:" : join(slot, "build.duckdb");
}

async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
