import { constants, type Stats } from "node:fs";
import { lstat, open } from "node:fs/promises";

/**
 * What a path holds instead of a plain file, in words that end the sentence "it is …"; undefined when it holds one.
 * Rejects as the system does when nothing is there.
 */
export async function otherThanFile(path: string): Promise<string | undefined> {
  return kindOf(await lstat(path));
}

/** A plain file's bytes. Links are not followed and nothing is waited for: `onOther` says what else is there, and throws. */
export async function readPlainFile(path: string, onOther: (kind: string) => never): Promise<Buffer> {
  const before = await otherThanFile(path);
  if (before !== undefined) return onOther(before);
  // Between the look and the open another thing may take the name; a pipe without a writer would never open.
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
