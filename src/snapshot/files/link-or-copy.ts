import { dirname } from "node:path";
import { errorCode } from "./file-operations.ts";
import { disk } from "./outside-world.ts";

/** Errors of file systems that cannot make a hard link; the file is then copied. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK", "EACCES"];

/** Replaces a file atomically and durably: writes and fsyncs `tempPath`, then renames it. */
export async function replaceText(
  path: string,
  text: string,
  tempPath: string,
  mode?: number,
): Promise<void> {
  await disk.writeText(tempPath, text, mode);
  await disk.syncFile(tempPath);
  await disk.rename(tempPath, path);
  await disk.syncDirectory(dirname(path));
}

/** Makes a hard link, or a copy where that is not possible. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await disk.link(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    await disk.copy(from, to);
  }
}
