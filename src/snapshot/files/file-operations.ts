import { copyFile, link, lstat, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { flush, flushDirectory } from "../../runtime/files/flush.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";

/** 1 MiB reads: hashing then runs at the speed of the disk, not of the event loop. */
const READ_BYTES = 1 << 20;

/** Every touch of the file system by publish, open and retain, so that a test can record, fail or stop each one. */
export const NODE_FILES = {
  /** Creates a directory and its missing parents. */
  makeDirectory,
  /** Creates a file that must not exist yet; rejects with EEXIST otherwise. */
  createText: (path: string, text: string) => writeFile(path, text, { flag: "wx" }),
  writeText: (path: string, text: string, mode?: number) => writeFile(path, text, { mode }),
  /** Writes a file that must exist over its first bytes, so that nobody meets it empty; rejects with ENOENT otherwise. */
  rewriteText: (path: string, text: string) => writeFile(path, text, { flag: "r+" }),
  /** Flushes a file's bytes to the disk. */
  syncFile: flush,
  /** Flushes a directory's entries to the disk; without it a rename may not survive a power loss. */
  syncDirectory: flushDirectory,
  rename: (from: string, to: string) => rename(from, to),
  /** Copies one file. */
  copy: (from: string, to: string) => copyFile(from, to),
  /** Gives a file a second name, which must not exist yet; rejects with EEXIST otherwise. */
  link: (from: string, to: string) => link(from, to),
  /** Removes a file or a whole directory; a missing one is not an error. */
  remove: (path: string) => rm(path, { recursive: true, force: true }),
  readText: (path: string) => readFile(path, "utf8"),
  /** A file's bytes in order; each chunk is valid until the next is asked for. */
  readChunks,
  /** Names in a directory, sorted; none when the directory is missing. */
  list: async (path: string) => {
    const names = await readdir(path).catch((error): string[] => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
    return names.sort();
  },
  /** The entry itself, not what a link points to; undefined when nothing is there. */
  describe: async (path: string) => {
    const found = await lstat(path).catch((error) => {
      if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
      throw error;
    });
    if (found === undefined) return undefined;
    const kind = found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
    return {
      kind,
      bytes: found.size,
      modifiedMs: found.mtimeMs,
      /** When the entry was last written or renamed; no program can set it back. */
      changedMs: found.ctimeMs,
    } as const;
  },
};

export type FileOperations = Readonly<typeof NODE_FILES>;

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
