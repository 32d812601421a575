import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { TerraceError } from "../errors.ts";

/** Why a directory cannot be made or written, where another directory, or other rights, would help. */
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
 * Makes a directory when it is missing and sees that files can be made in it. Otherwise the error names it, the reason
 * and what to do: `what` is the directory in a person's words, `instead` says how to name another one.
 */
export async function makeWritableDirectory(path: string, what: string, instead: string): Promise<void> {
  try {
    await makeDirectory(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unwritable(path, cause, what, instead);
  }
}

/** The error that says why nothing can be written at a path; a disk that fails or is full is not a wrong setting. */
export function unwritable(path: string, cause: unknown, what: string, instead: string): TerraceError {
  const reason = REASONS[(cause as NodeJS.ErrnoException).code ?? ""];
  return new TerraceError(
    reason === undefined ? "io_failure" : "bad_config",
    `cannot write ${what} "${path}": ${reason ?? (cause as Error).message}; ${instead}`,
    { cause },
  );
}

/**
 * Makes a directory and its missing parents; one that is there already is not an error. Node's own `recursive` tries
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
