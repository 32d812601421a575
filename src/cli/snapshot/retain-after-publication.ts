import { existsSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import type { DeltaResult } from "../../publishers/delta/sync-delta.ts";
import type { Switches } from "../../rpc/switches.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { type RetainResult, retainSnapshots } from "../../snapshot/store/retain.ts";
import { switchesOf } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";

/** A data directory, and what may be shown of it. */
type ShownConfig = Pick<Config, "dataDir"> & Switches;

/** What a publication must know of the settings. */
export type KeptConfig = ShownConfig & Pick<Config, "retainSnapshots">;

/** Writes down what a publication changes, for `/v1/changes`, feeds and hooks, before it counts. A failure is a warning. */
export function changesRecorder(dataDir: string, terminal: Pick<Terminal, "err">) {
  return async (previousId: string, snapshotId: string): Promise<void> => {
    try {
      // Loaded on use: the database driver would slow down every other command.
      const { SWITCHED_COLUMNS } = await import("../../domains/withheld-tables.ts");
      const { recordChanges } = await import("../../snapshot/compare/record-changes.ts");
      await recordChanges(dataDir, previousId, snapshotId, SWITCHED_COLUMNS);
    } catch (error) {
      terminal.err(`warning: what changed is not written down: ${(error as Error).message}`);
    }
  };
}

/** Ids that were removed, newest first. What was published is current all the same: a failure is a warning. */
export async function retainAfterPublication(
  config: KeptConfig,
  terminal: Pick<Terminal, "err">,
): Promise<readonly string[]> {
  let removed: readonly string[] = [];
  try {
    const result = await retainSnapshots(config.dataDir, config.retainSnapshots);
    warnOfStuck(result, terminal);
    removed = result.removed;
  } catch (error) {
    terminal.err(`warning: old snapshots stay: ${(error as Error).message}`);
  }
  await keepDelta(config, terminal);
  return removed;
}

/** Brings the Delta tables of a data directory that has them up to date. A failure is a warning: the next one repairs them. */
export async function keepDelta(config: ShownConfig, terminal: Pick<Terminal, "err">): Promise<void> {
  if (!existsSync(dataDirectory(config.dataDir).delta)) return;
  try {
    await writeDelta(config, terminal);
  } catch (error) {
    terminal.err(`warning: the Delta tables are not up to date: ${(error as Error).message}`);
  }
}

/** What the switches hide at this moment is in none of them. */
export async function writeDelta(config: ShownConfig, terminal: Pick<Terminal, "err">): Promise<DeltaResult> {
  const { hiddenTables } = await import("../../domains/withheld-tables.ts");
  const { syncDelta } = await import("../../publishers/delta/sync-delta.ts");
  return syncDelta(config.dataDir, hiddenTables(switchesOf(config, terminal)()));
}

export function warnOfStuck({ stuck }: RetainResult, terminal: Pick<Terminal, "err">): void {
  for (const { path, problem } of stuck) {
    terminal.err(`warning: the leftover ${path} cannot be removed: ${problem}`);
  }
}
