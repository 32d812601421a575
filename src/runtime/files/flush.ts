import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Waits until a file is on the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** File systems of some networks flush no directory; there its entries are as safe as they can be. */
const CANNOT_FLUSH = ["EINVAL", "ENOTSUP", "EPERM"];

/** The same for the entries of a directory. */
export async function flushDirectory(path: string): Promise<void> {
  try {
    await flush(path);
  } catch (error) {
    if (!CANNOT_FLUSH.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** The same for everything inside a directory, from the inside out, and the directory itself. */
export async function flushTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await flushTree(path);
    else if (entry.isFile()) await flush(path);
  }
  await flushDirectory(directory);
}
