import { dirname } from "node:path";
import { errorCode } from "./file-operations.ts";
import { disk } from "./outside-world.ts";

/** Why a file system makes no second name for a file; it then gets a copy. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK", "EACCES"];

/** Writes a text aside and puts it in the place of a file, durably: the old text or the new one is there at every instant. */
export async function replaceText(path: string, text: string, aside: string, mode?: number): Promise<void> {
  await disk.writeText(aside, text, mode);
  await disk.syncFile(aside);
  await disk.rename(aside, path);
  await disk.syncDirectory(dirname(path));
}

/** Gives a file a second name, by which its bytes are stored once; copies it where that cannot be. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await disk.link(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    await disk.copy(from, to);
  }
}
