import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { whileHeld } from "../../snapshot/store/claims.ts";
import { openSnapshotDirectory, type VerifiedSnapshot } from "../../snapshot/store/open.ts";
import { addSettings, configurationOf } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";
import { describeDifference } from "./describe-difference.ts";
import { snapshotDirectory } from "./snapshot-directory.ts";

/** Adds `snapshot diff`. */
export function addDiff(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("diff")
    .argument("<before>", "id or directory of the older snapshot")
    .argument("<after>", "id or directory of the newer one")
    .description(
      "say what changed between two snapshots: suburbs, metrics, series and their revisions, listings, outlines, sources",
    )
    .option("--json", "print the result as JSON");
  addSettings(command, ["dataDir"]).action(
    async (before: string, after: string, flags: Record<string, unknown>) => {
      const { dataDir } = configurationOf(flags, terminal);
      const options = { signal: terminal.signal };
      const old = await openSnapshotDirectory(await snapshotDirectory(before, dataDir), options);
      await whileHeld(old.pin, async () => {
        const path = await snapshotDirectory(after, dataDir);
        terminal.out(await difference(old, path, flags.json === true, terminal.signal));
      });
    },
  );
}

/** What differs in the snapshot of a directory, as a person reads it or as JSON. */
export async function difference(
  old: VerifiedSnapshot,
  path: string,
  isJson: boolean,
  signal: AbortSignal,
): Promise<string> {
  const { diffSnapshots } = await import("../../snapshot/compare/diff.ts");
  const now = await openSnapshotDirectory(path, { signal });
  // Of its own, and gone afterwards: what does not fit in memory is written there under names that others may use too.
  const spill = await mkdtemp(join(tmpdir(), "terrace-diff-"));
  const release = () => rm(spill, { recursive: true, force: true });
  const found = await whileHeld(now.pin, () =>
    whileHeld({ release }, () => diffSnapshots(old, now, spill, signal)),
  );
  return isJson ? JSON.stringify(found) : describeDifference(found);
}
