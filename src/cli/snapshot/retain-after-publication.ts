import { retainSnapshots } from "../../snapshot/store/retain.ts";
import type { Terminal } from "../terminal.ts";

/** Ids that were removed, newest first. What was published is current all the same: a failure is a warning. */
export async function retainAfterPublication(
  dataDir: string,
  keep: number,
  terminal: Pick<Terminal, "err">,
): Promise<readonly string[]> {
  try {
    return (await retainSnapshots(dataDir, keep)).removed;
  } catch (error) {
    terminal.err(`warning: old snapshots stay: ${(error as Error).message}`);
    return [];
  }
}
