import { tmpdir } from "node:os";
import type { Command } from "commander";
import type { ObservationDifference, SnapshotDifference } from "../../snapshot/compare/diff.ts";
import { snapshotDirectory } from "../../snapshot/store/data-directory.ts";
import { openSnapshotDirectory } from "../../snapshot/store/open.ts";
import { addSettings, configurationOf } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `snapshot diff`. */
export function addDiff(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("diff")
    .argument("<before>", "id or directory of the older snapshot")
    .argument("<after>", "id or directory of the newer one")
    .description(
      "say what changed between two snapshots: suburbs, metrics, revised observations, outlines, sources",
    )
    .option("--json", "print the result as JSON");
  addSettings(command, ["dataDir"]).action(
    async (before: string, after: string, flags: Record<string, unknown>) => {
      const { dataDir } = configurationOf(flags, terminal);
      const options = { signal: terminal.signal };
      const old = await openSnapshotDirectory(snapshotDirectory(before, dataDir), options);
      const now = await openSnapshotDirectory(snapshotDirectory(after, dataDir), options);
      const { diffSnapshots } = await import("../../snapshot/compare/diff.ts");
      const difference = await diffSnapshots(old, now, tmpdir());
      terminal.out(flags.json ? JSON.stringify(difference) : describeDifference(difference));
    },
  );
}

const LISTED = 10;

function describeDifference(difference: SnapshotDifference): string {
  const { suburbs, metrics, prices, economy, outlines, sources } = difference;
  const lines = [`from ${difference.before} to ${difference.after}`];
  lines.push(
    `suburbs: ${suburbs.added.length} added, ${suburbs.removed.length} removed, ${suburbs.renamed.length} renamed`,
  );
  for (const [word, codes] of [
    ["added", suburbs.added],
    ["removed", suburbs.removed],
  ] as const) {
    if (codes.length > 0) lines.push(`  ${word}: ${listed(codes)}`);
  }
  lines.push(`metrics: ${metrics.length} differ`);
  for (const { metric, changed, gained, lost, largestChange } of metrics) {
    const largest = largestChange === null ? "" : `, by at most ${largestChange}`;
    lines.push(`  ${metric}: ${changed} changed${largest}, ${gained} gained, ${lost} lost a value`);
  }
  lines.push(
    ...observationLines("house prices", prices),
    ...observationLines("economic observations", economy),
  );
  lines.push(`outlines: ${outlines.added} added, ${outlines.removed} removed, ${outlines.changed} redrawn`);
  lines.push(`sources: ${sources.length} differ`);
  for (const { id, before, after } of sources)
    lines.push(`  ${id}: ${before ?? "absent"} -> ${after ?? "absent"}`);
  return lines.join("\n");
}

function observationLines(
  name: string,
  { added, removed, revised, examples }: ObservationDifference,
): string[] {
  return [
    `${name}: ${added} added, ${removed} removed, ${revised} revised`,
    ...examples.map(({ series, period, before, after }) => `  ${series} ${period}: ${before} -> ${after}`),
  ];
}

function listed(codes: readonly string[]): string {
  const more = codes.length > LISTED ? ` and ${codes.length - LISTED} more` : "";
  return `${codes.slice(0, LISTED).join(", ")}${more}`;
}
