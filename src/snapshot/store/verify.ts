import { createHash } from "node:crypto";
import { join } from "node:path";
import { throwIfAborted } from "../../runtime/abort.ts";
import { badSnapshot, isTerraceError, type TerraceError } from "../../runtime/errors.ts";
import { errorCode, type FileOperations } from "../files/file-operations.ts";
import { disk, inWorld } from "../files/outside-world.ts";
import {
  MANIFEST_FILE,
  PAGES_FOLDER,
  type SnapshotFile,
  type SnapshotManifest,
  TABLES_FOLDER,
} from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";

export interface VerifyProgress {
  readonly file: string;
  readonly filesDone: number;
  readonly filesTotal: number;
}

export interface VerifyOptions {
  /** Checks page files by size only, for a fast start: index and pages are verified when they are read. */
  readonly trustsPages?: boolean;
  /** Checks tables by size only: call `checkTables` before reading them. */
  readonly defersTables?: boolean;
  readonly onProgress?: (progress: VerifyProgress) => void;
  readonly signal?: AbortSignal | undefined;
  readonly files?: FileOperations;
}

/**
 * Verifies that a directory holds exactly the files of its manifest, with their sizes and checksums, and no
 * empty folder. Returns the manifest; errors name the file.
 */
export async function verifySnapshot(
  directory: string,
  options: VerifyOptions = {},
): Promise<SnapshotManifest> {
  return inWorld(options, async () => {
    const manifest = await readManifest(directory);
    await checkNames(directory, manifest);
    // Sizes first, to reject a copy in progress without reading what is there.
    for (const file of manifest.files) await checkSize(directory, file);
    for (const [i, file] of manifest.files.entries()) {
      throwIfAborted(options.signal, "verification");
      const skipsDigest =
        (options.trustsPages === true && isIn(PAGES_FOLDER, file)) ||
        (options.defersTables === true && isIn(TABLES_FOLDER, file));
      if (!skipsDigest) await checkFile(directory, file);
      options.onProgress?.({ file: file.path, filesDone: i + 1, filesTotal: manifest.files.length });
    }
    return manifest;
  });
}

/** Completes a verification with `defersTables`: throws for the first table with a wrong checksum. */
export async function checkTables(
  directory: string,
  manifest: SnapshotManifest,
  signal?: AbortSignal,
): Promise<void> {
  for (const file of manifest.files) {
    throwIfAborted(signal, "verification");
    if (isIn(TABLES_FOLDER, file)) await checkFile(directory, file);
  }
}

function isIn(folder: string, { path }: SnapshotFile): boolean {
  return path.startsWith(`${folder}/`);
}

/** Reads and validates the manifest of a snapshot directory, without its files. */
export async function readManifest(directory: string): Promise<SnapshotManifest> {
  let text: string;
  try {
    text = await disk.readText(join(directory, MANIFEST_FILE));
  } catch (cause) {
    const why = errorCode(cause) === "ENOENT" ? "is missing" : `cannot be read: ${(cause as Error).message}`;
    throw badSnapshot(`${directory}: ${MANIFEST_FILE} ${why}`, cause);
  }
  try {
    return parseManifest(text);
  } catch (cause) {
    throw badSnapshot(`${directory}: ${(cause as Error).message}`, cause);
  }
}

export async function describeFile(directory: string, path: string): Promise<SnapshotFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of disk.readChunks(join(directory, path))) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { path, bytes, sha256: hash.digest("hex") };
}

/** True if a file exists with the stated size and checksum. */
export async function isWhole(directory: string, { path, bytes, sha256 }: SnapshotFile): Promise<boolean> {
  const found = await describeFile(directory, path).catch(() => undefined);
  return found?.bytes === bytes && found.sha256 === sha256;
}

/** Sorted paths of all files below a directory, with forward slashes. */
export async function listFiles(directory: string): Promise<string[]> {
  const paths = await listEntries(directory, "");
  return paths.filter((path) => !path.endsWith("/"));
}

/** Sorted paths of all files below a directory, and of empty directories, which end in a slash. */
async function listEntries(directory: string, prefix: string): Promise<string[]> {
  const names = await disk.list(join(directory, prefix));
  if (names.length === 0 && prefix !== "") return [prefix];
  const paths: string[] = [];
  for (const name of names) {
    const path = `${prefix}${name}`;
    const found = await disk.describe(join(directory, path));
    if (found?.kind === "directory") paths.push(...(await listEntries(directory, `${path}/`)));
    else paths.push(path);
  }
  return paths.sort();
}

async function checkNames(directory: string, manifest: SnapshotManifest): Promise<void> {
  const stated = new Set([MANIFEST_FILE, ...manifest.files.map((f) => f.path)]);
  const present = await listEntries(directory, "").then(
    (paths) => new Set(paths),
    (cause) => {
      throw bad(directory, `its files cannot be listed: ${(cause as Error).message}`, cause);
    },
  );
  for (const path of stated) {
    if (!present.has(path)) throw bad(directory, `${path} is missing`);
  }
  for (const path of present) {
    if (!stated.has(path)) throw bad(directory, `${path} is not named in ${MANIFEST_FILE}`);
  }
}

async function checkSize(directory: string, stated: SnapshotFile): Promise<void> {
  try {
    // A symbolic link could point to a file that changes, and reading a pipe would never end.
    const found = await disk.describe(join(directory, stated.path));
    if (found?.kind !== "file") throw new Error("it is not a regular file");
    if (found.bytes === stated.bytes) return;
    throw otherSize(directory, stated, found.bytes);
  } catch (cause) {
    if (isTerraceError(cause)) throw cause;
    throw unreadable(directory, stated, cause);
  }
}

async function checkFile(directory: string, stated: SnapshotFile): Promise<void> {
  const actual = await describeFile(directory, stated.path).catch((cause) => {
    throw unreadable(directory, stated, cause);
  });
  if (actual.bytes !== stated.bytes) throw otherSize(directory, stated, actual.bytes);
  if (actual.sha256 !== stated.sha256) {
    throw bad(
      directory,
      `${stated.path} has sha256 ${actual.sha256}; ${MANIFEST_FILE} says ${stated.sha256}`,
    );
  }
}

function otherSize(directory: string, stated: SnapshotFile, bytes: number): TerraceError {
  return bad(directory, `${stated.path} has ${bytes} bytes; ${MANIFEST_FILE} says ${stated.bytes}`);
}

function unreadable(directory: string, stated: SnapshotFile, cause: unknown): TerraceError {
  return bad(directory, `${stated.path} cannot be read: ${(cause as Error).message}`, cause);
}

function bad(directory: string, what: string, cause?: unknown): TerraceError {
  return badSnapshot(`${directory}: ${what}`, cause);
}
