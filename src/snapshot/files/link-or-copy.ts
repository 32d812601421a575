import { dirname } from "node:path";
import { errorCode } from "./file-operations.ts";
import { disk } from "./outside-world.ts";

/** Errors of file systems that cannot make a hard link; the file is then copied. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK", "EACCES"];

/** Replaces a file atomically and durably: writes a temp file `aside`, fsyncs and renames it. */
export async function replaceText(path: string, text: string, aside: string, mode?: number): Promise<void> {
  await disk.writeText(aside, text, mode);
  await disk.syncFile(aside);
  await disk.rename(aside, path);
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
