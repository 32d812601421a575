import { constants, type Stats } from "node:fs";
import { lstat, open } from "node:fs/promises";

/** What a path is instead of a regular file, to end "it is …"; undefined for one. Rejects with ENOENT. */
export async function otherThanFile(path: string): Promise<string | undefined> {
  return kindOf(await lstat(path));
}

/** Reads a regular file without following links or blocking; calls `onOther`, which throws, for others. */
export async function readPlainFile(path: string, onOther: (kind: string) => never): Promise<Buffer> {
  const before = await otherThanFile(path);
  if (before !== undefined) return onOther(before);
  // The path may be replaced between lstat and open; opening a pipe without a writer would block without
  // O_NONBLOCK.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const now = kindOf(await file.stat());
    return now === undefined ? await file.readFile() : onOther(now);
  } finally {
    await file.close();
  }
}

function kindOf(entry: Stats): string | undefined {
  if (entry.isFile()) return undefined;
  if (entry.isSymbolicLink()) return "a link";
  if (entry.isDirectory()) return "a folder";
  if (entry.isFIFO()) return "a named pipe";
  if (entry.isSocket()) return "a socket";
  return "a device";
}
