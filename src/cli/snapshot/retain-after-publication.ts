import { existsSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import type { DeltaResult } from "../../publishers/delta/sync-delta.ts";
import type { Switches } from "../../rpc/switches.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { type RetainResult, retainSnapshots } from "../../snapshot/store/retain.ts";
import { switchesOf } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";

type ShownConfig = Pick<Config, "dataDir"> & Switches;

export type KeptConfig = ShownConfig & Pick<Config, "retainSnapshots">;

/** Returns the callback that records changes for `/v1/changes`, feeds and hooks. A failure is a warning. */
export function changesRecorder(dataDir: string, terminal: Pick<Terminal, "err">) {
  return async (previousId: string, snapshotId: string): Promise<void> => {
    try {
      // Loaded on use: the database driver would slow down every other command.
      const { SWITCHED_COLUMNS } = await import("../../domains/withheld-tables.ts");
      const { recordChanges } = await import("../../snapshot/compare/record-changes.ts");
      await recordChanges(dataDir, previousId, snapshotId, SWITCHED_COLUMNS);
    } catch (error) {
      terminal.err(`warning: the changes could not be recorded: ${(error as Error).message}`);
    }
  };
}

/** Removes superfluous snapshots; returns their ids, newest first. A failure is a warning. */
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
    terminal.err(`warning: old snapshots could not be pruned: ${(error as Error).message}`);
  }
  await keepDelta(config, terminal);
  return removed;
}

/** Updates the Delta tables, if any. A failure is a warning: the next update repairs them. */
export async function keepDelta(config: ShownConfig, terminal: Pick<Terminal, "err">): Promise<void> {
  if (!existsSync(dataDirectory(config.dataDir).delta)) return;
  try {
    await writeDelta(config, terminal);
  } catch (error) {
    terminal.err(`warning: the Delta tables are not up to date: ${(error as Error).message}`);
  }
}

/** Leaves out the tables that the switches hide at this moment. */
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
