import { WITHHELD_TABLES } from "../../domains/withheld-tables.ts";
import type { PublishResult } from "../../snapshot/store/publish.ts";
import { type RetainResult, retainSnapshots } from "../../snapshot/store/retain.ts";
import type { Terminal } from "../terminal.ts";

/** Writes down what a publication changed, for `/v1/changes`. A failure is a warning, as below. */
export async function recordAfterPublication(
  dataDir: string,
  { previousId, snapshotId }: Pick<PublishResult, "previousId" | "snapshotId">,
  terminal: Pick<Terminal, "err">,
): Promise<void> {
  if (previousId === undefined) return;
  try {
    // Loaded on use: the database driver would slow down every other command.
    const { recordChanges } = await import("../../snapshot/compare/record-changes.ts");
    await recordChanges(dataDir, previousId, snapshotId, SWITCHED_METRICS);
  } catch (error) {
    terminal.err(`warning: what changed is not written down: ${(error as Error).message}`);
  }
}

/** Metrics that a switch takes out of answers. */
const SWITCHED_METRICS = Object.values(WITHHELD_TABLES).flatMap((tables) => tables.suburb_metrics ?? []);

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
