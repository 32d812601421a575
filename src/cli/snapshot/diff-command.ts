import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import type { SnapshotDifference } from "../../snapshot/compare/diff.ts";
import { whileHeld } from "../../snapshot/store/claims.ts";
import { openSnapshotDirectory, type VerifiedSnapshot } from "../../snapshot/store/open.ts";
import { JSON_FLAG, runCommandWith } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";
import { describeDifference } from "./describe-difference.ts";
import { snapshotDirectory } from "./snapshot-directory.ts";

export function addDiff(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("diff")
    .argument("<before>", "id or directory of the older snapshot")
    .argument("<after>", "id or directory of the newer one")
    .description(
      "compare two snapshots: suburbs, metrics, series and their revisions, listings, outlines, sources",
    )
    .option(...JSON_FLAG);
  runCommandWith(command, terminal, ["dataDir"], async ({ config, say }, before: string, after: string) => {
    const options = { signal: terminal.signal };
    const old = await openSnapshotDirectory(await snapshotDirectory(before, config.dataDir), options);
    await whileHeld(old.pin, async () => {
      const found = await difference(old, await snapshotDirectory(after, config.dataDir), terminal.signal);
      say(found, describeDifference(found));
    });
  });
}

/** Compares an open snapshot with the one in the directory `path`. */
export async function difference(
  old: VerifiedSnapshot,
  path: string,
  signal: AbortSignal,
): Promise<SnapshotDifference> {
  const { diffSnapshots } = await import("../../snapshot/compare/diff.ts");
  const now = await openSnapshotDirectory(path, { signal });
  // DuckDB spills here under fixed file names, so each comparison has a temp directory of its own.
  const spill = await mkdtemp(join(tmpdir(), "terrace-diff-"));
  const release = () => rm(spill, { recursive: true, force: true });
  return whileHeld(now.pin, () => whileHeld({ release }, () => diffSnapshots(old, now, spill, signal)));
}
