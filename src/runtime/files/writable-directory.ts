import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { TerraceError } from "../errors.ts";

/** Error codes that another directory or other permissions would resolve, with their explanation. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  EROFS: "its file system is read-only",
  EEXIST: "a file has its name",
  ENOTDIR: "a part of its path is a file",
  ENOENT: "the system lets nobody make a directory there",
  ELOOP: "its links go in a circle",
  ENAMETOOLONG: "its path is too long",
};

/**
 * Makes a directory if it is missing and checks that files can be created in it. The error names the path,
 * the reason and the remedy: `what` describes the directory, `instead` says how to name another one.
 */
export async function makeWritableDirectory(path: string, what: string, instead: string): Promise<void> {
  try {
    await makeDirectory(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unwritable(path, cause, what, instead);
  }
}

/** The error for an unwritable path: `io_failure` when the disk is full or broken, else `bad_config`. */
export function unwritable(path: string, cause: unknown, what: string, instead: string): TerraceError {
  const reason = REASONS[(cause as NodeJS.ErrnoException).code ?? ""];
  return new TerraceError(
    reason === undefined ? "io_failure" : "bad_config",
    `cannot write ${what} "${path}": ${reason ?? (cause as Error).message}; ${instead}`,
    { cause },
  );
}

/** mkdir -p. Node's `recursive` loops forever where an existing parent gives ENOENT, as in /proc. */
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
