import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** fsyncs a file. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Errors of file systems, such as network ones, that cannot fsync a directory; these are ignored. */
const CANNOT_FLUSH = ["EINVAL", "ENOTSUP", "EPERM"];

/** fsyncs the entries of a directory. */
export async function flushDirectory(path: string): Promise<void> {
  try {
    await flush(path);
  } catch (error) {
    if (!CANNOT_FLUSH.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** fsyncs everything in a directory, depth first, then the directory itself. */
export async function flushTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await flushTree(path);
    else if (entry.isFile()) await flush(path);
  }
  await flushDirectory(directory);
}
