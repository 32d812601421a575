import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a directory and its missing parents; one that is there already is no error. Node's own `recursive` tries
 * without end where the system answers that the parent of a new directory is missing although it is there, as /proc does.
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    await makeDirectory(parent);
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const isDirectory = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isDirectory) throw error;
  }
}
