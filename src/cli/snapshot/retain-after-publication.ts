import { type RetainResult, retainSnapshots } from "../../snapshot/store/retain.ts";
import type { Terminal } from "../terminal.ts";

/** Ids that were removed, newest first. What was published is current all the same: a failure is a warning. */
export async function retainAfterPublication(
  dataDir: string,
  keep: number,
  terminal: Pick<Terminal, "err">,
): Promise<readonly string[]> {
  try {
    const result = await retainSnapshots(dataDir, keep);
    warnOfStuck(result, terminal);
    return result.removed;
  } catch (error) {
    terminal.err(`warning: old snapshots stay: ${(error as Error).message}`);
    return [];
  }
}

export function warnOfStuck({ stuck }: RetainResult, terminal: Pick<Terminal, "err">): void {
  for (const { path, problem } of stuck) {
    terminal.err(`warning: the leftover ${path} cannot be removed: ${problem}`);
  }
}
