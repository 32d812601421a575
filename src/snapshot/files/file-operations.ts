import { copyFile, link, lstat, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { flush, flushDirectory } from "../../runtime/files/flush.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";

/** Every touch of the file system by publish, open and retain, so that a test can record, fail or stop each one. */
export interface FileOperations {
  /** Creates a directory and its missing parents. */
  makeDirectory(path: string): Promise<void>;
  /** Creates a file that must not exist yet; rejects with EEXIST otherwise. */
  createText(path: string, text: string): Promise<void>;
  writeText(path: string, text: string): Promise<void>;
  /** Writes a file that must exist over its first bytes, so that nobody meets it empty; rejects with ENOENT otherwise. */
  rewriteText(path: string, text: string): Promise<void>;
  /** Flushes a file's bytes to the disk. */
  syncFile(path: string): Promise<void>;
  /** Flushes a directory's entries to the disk; without it a rename may not survive a power loss. */
  syncDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Copies one file. */
  copy(from: string, to: string): Promise<void>;
  /** Gives a file a second name, which must not exist yet; rejects with EEXIST otherwise. */
  link(from: string, to: string): Promise<void>;
  /** Removes a file or a whole directory; a missing one is not an error. */
  remove(path: string): Promise<void>;
  readText(path: string): Promise<string>;
  /** A file's bytes in order; each chunk is valid until the next is asked for. */
  readChunks(path: string): AsyncIterable<Uint8Array>;
  /** Names in a directory, sorted; none when the directory is missing. */
  list(path: string): Promise<string[]>;
  /** Kind, size and change time of the entry itself, not of what a link points to; undefined when nothing is there. */
  describe(path: string): Promise<FileDescription | undefined>;
}

export interface FileDescription {
  readonly kind: "file" | "directory" | "other";
  readonly bytes: number;
  readonly modifiedMs: number;
  /** When the entry was last written or renamed; no program can set it back. */
  readonly changedMs: number;
}

/** 1 MiB reads: hashing then runs at the speed of the disk, not of the event loop. */
const READ_BYTES = 1 << 20;

export const NODE_FILES: FileOperations = {
  makeDirectory,
  createText: (path, text) => writeFile(path, text, { flag: "wx" }),
  writeText: (path, text) => writeFile(path, text),
  rewriteText: (path, text) => writeFile(path, text, { flag: "r+" }),
  syncFile: flush,
  syncDirectory: flushDirectory,
  rename: (from, to) => rename(from, to),
  copy: (from, to) => copyFile(from, to),
  link: (from, to) => link(from, to),
  remove: (path) => rm(path, { recursive: true, force: true }),
  readText: (path) => readFile(path, "utf8"),
  readChunks,
  list: async (path) => {
    const names = await readdir(path).catch((error) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
    return names.sort();
  },
  describe: async (path) => {
    const found = await lstat(path).catch((error) => {
      if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
      throw error;
    });
    if (found === undefined) return undefined;
    const kind = found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
    return { kind, bytes: found.size, modifiedMs: found.mtimeMs, changedMs: found.ctimeMs };
  },
};

/** One buffer a file, no larger than the file: a build reads a thousand small ones, whose garbage would cost more. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array, void, void> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, (await file.stat()).size + 1));
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The system's name of a failed operation, such as `ENOSPC`; "" for other errors. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
