import { SWITCHED_COLUMNS } from "../../domains/withheld-tables.ts";
import { type RetainResult, retainSnapshots } from "../../snapshot/store/retain.ts";
import type { Terminal } from "../terminal.ts";

/** Writes down what a publication changes, for `/v1/changes`, feeds and hooks, before it counts. A failure is a warning. */
export function changesRecorder(dataDir: string, terminal: Pick<Terminal, "err">) {
  return async (previousId: string, snapshotId: string): Promise<void> => {
    try {
      // Loaded on use: the database driver would slow down every other command.
      const { recordChanges } = await import("../../snapshot/compare/record-changes.ts");
      await recordChanges(dataDir, previousId, snapshotId, SWITCHED_COLUMNS);
    } catch (error) {
      terminal.err(`warning: what changed is not written down: ${(error as Error).message}`);
    }
  };
}

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
