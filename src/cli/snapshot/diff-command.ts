import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
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
      try {
        const now = await openSnapshotDirectory(await snapshotDirectory(after, dataDir), options);
        try {
          terminal.out(await difference(old, now, flags.json === true, terminal.signal));
        } finally {
          await now.pin.release().catch(() => {});
        }
      } finally {
        await old.pin.release().catch(() => {});
      }
    },
  );
}

/** What differs, as a person reads it or as JSON. */
export async function difference(
  old: VerifiedSnapshot,
  now: VerifiedSnapshot,
  isJson: boolean,
  signal: AbortSignal,
): Promise<string> {
  const { diffSnapshots } = await import("../../snapshot/compare/diff.ts");
  // Of its own, and gone afterwards: what does not fit in memory is written there under names that others may use too.
  const spill = await mkdtemp(join(tmpdir(), "terrace-diff-"));
  try {
    const found = await diffSnapshots(old, now, spill, signal);
    return isJson ? JSON.stringify(found) : describeDifference(found);
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
}
