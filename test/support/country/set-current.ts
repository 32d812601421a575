import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Points CURRENT at a snapshot, good or not, in one step: whoever watches it never meets a file half written. */
export async function setCurrent(dataDir: string, text: string): Promise<void> {
  await writeFile(join(dataDir, "CURRENT.next"), `${text}\n`);
  await rename(join(dataDir, "CURRENT.next"), join(dataDir, "CURRENT"));
}
