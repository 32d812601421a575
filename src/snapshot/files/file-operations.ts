import { copyFile, link, lstat, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { flush, flushDirectory } from "../../runtime/files/flush.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";

/** 1 MiB reads: hashing then runs at the speed of the disk, not of the event loop. */
const READ_BYTES = 1 << 20;

/** Every file operation of publish, open and retain, so that a test can record, fail or stop each one. */
export const NODE_FILES = {
  /** Creates a directory and its missing parents. */
  makeDirectory,
  /** Creates a new file; rejects with EEXIST if it exists. */
  createText: (path: string, text: string) => writeFile(path, text, { flag: "wx" }),
  writeText: (path: string, text: string, mode?: number) => writeFile(path, text, { mode }),
  /** Overwrites an existing file without truncating first: readers never see it empty. ENOENT if missing. */
  rewriteText: (path: string, text: string) => writeFile(path, text, { flag: "r+" }),
  syncFile: flush,
  /** Fsyncs a directory: without it, a rename may not survive a power loss. */
  syncDirectory: flushDirectory,
  rename: (from: string, to: string) => rename(from, to),
  copy: (from: string, to: string) => copyFile(from, to),
  /** Makes a hard link; rejects with EEXIST if the new name exists. */
  link: (from: string, to: string) => link(from, to),
  /** Removes a file or a directory tree; a missing one is not an error. */
  remove: (path: string) => rm(path, { recursive: true, force: true }),
  readText: (path: string) => readFile(path, "utf8"),
  /** Reads a file in chunks, each valid until the next is requested. */
  readChunks,
  /** Sorted names in a directory; empty if it is missing. */
  list: async (path: string) => {
    const names = await readdir(path).catch((error): string[] => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
    return names.sort();
  },
  /** Describes a path without following links; undefined if nothing is there. */
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
      /** Last write or rename (ctime), which programs cannot set back. */
      changedMs: found.ctimeMs,
    } as const;
  },
};

export type FileOperations = Readonly<typeof NODE_FILES>;

/** Reuses one buffer, no larger than the file: a build reads a thousand small files, and garbage costs. */
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

/** The system's code of a failed operation, such as `ENOSPC`; "" for other errors. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
