import { errorCode } from "./file-operations.ts";
import { disk } from "./outside-world.ts";

/** Why a file system makes no second name for a file; it then gets a copy. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK", "EACCES"];

/** Gives a file a second name, by which its bytes are stored once; copies it where that cannot be. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await disk.link(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    await disk.copy(from, to);
  }
}
