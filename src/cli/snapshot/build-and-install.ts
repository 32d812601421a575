import { resolve } from "node:path";
import { type BuildOptions, buildSnapshot } from "../../library/build-snapshot.ts";
import type { BuiltSnapshot } from "../../snapshot/build/build.ts";
import { installSnapshot } from "../../snapshot/store/install.ts";
import { type PublishResult, publishSnapshot } from "../../snapshot/store/publish.ts";
import { removeLeftovers } from "../../snapshot/store/staging.ts";
import type { Progress } from "../progress.ts";
import type { Terminal } from "../terminal.ts";
import { changesRecorder, type KeptConfig, retainAfterPublication } from "./retain-after-publication.ts";

export interface InstalledSnapshot extends Omit<BuiltSnapshot, "discard"> {
  readonly isPublished: boolean;
  /** Older snapshots that were removed, newest first. */
  readonly removed: readonly string[];
}

export interface BuildAndInstallOptions
  extends Pick<
    BuildOptions,
    "datasetDir" | "strict" | "maxRejectShare" | "rejectsPath" | "memoryLimitMb" | "reuse"
  > {
  readonly config: KeptConfig;
  /** Make the snapshot current, asked when it is built if it is a question; otherwise it waits among the others for `snapshot publish`. */
  readonly publish: boolean | ((snapshotId: string) => Promise<boolean>);
  /** Write down what the publication changed; not unless given. */
  readonly recordsChanges?: boolean;
}

/**
 * Builds a dataset into the data directory and says what became of it. What dead processes left is removed first, what
 * a published snapshot makes superfluous afterwards; ctrl-C leaves nothing behind.
 */
export async function buildAndInstall(
  { config, publish: wish, recordsChanges = false, ...options }: BuildAndInstallOptions,
  terminal: Terminal,
  progress: Progress,
): Promise<InstalledSnapshot> {
  const dataDir = resolve(config.dataDir);
  // A build that was killed may have left gigabytes, which this one can need.
  await removeLeftovers(dataDir).catch(() => {});
  const built = await buildSnapshot({
    ...options,
    dataDir,
    signal: terminal.signal,
    onProgress: ({ stepsDone, stepsTotal, secondsLeft = null }) =>
      progress.report("build", stepsDone, stepsTotal, secondsLeft),
  });
  const { manifest, report, reused, computed, costs } = built;
  let directory: string;
  let publish: boolean;
  let published: PublishResult | undefined;
  try {
    publish = typeof wish === "boolean" ? wish : await wish(manifest.snapshotId);
    const beforeCurrent = recordsChanges ? changesRecorder(dataDir, terminal) : undefined;
    published = publish ? await publishSnapshot(built.directory, dataDir, { beforeCurrent }) : undefined;
    directory =
      published?.directory ?? (await installSnapshot(built.directory, dataDir, manifest.snapshotId, ""));
  } finally {
    // What cannot be removed now is a leftover that the next build removes.
    await built.discard().catch(() => {});
    progress.finish();
  }
  const removed = publish ? await retainAfterPublication({ ...config, dataDir }, terminal) : [];
  return { manifest, directory, report, reused, computed, costs, isPublished: publish, removed };
}

/** The summary a person reads after a build: what went in, what was refused and why, and what had to be computed. */
export function buildSummary(
  { manifest, directory, report, reused, computed, isPublished, removed }: InstalledSnapshot,
  explain = false,
): string {
  const count = (n: number) => n.toLocaleString("en-AU");
  const lines = [
    `snapshot ${manifest.snapshotId}${isPublished ? " (current)" : ""}${manifest.synthetic ? ", synthetic data" : ""}`,
    `  in ${directory}`,
    `  ${count(report.rowsLoaded)} rows loaded from ${report.tables.filter((t) => t.file !== null).length} tables, ${count(report.rowsRejected)} rejected`,
    `  ${count(reused)} of ${count(reused + computed.length)} steps reused${explain ? "" : computedNames(computed)}`,
    ...(explain ? computed.map(({ step, why }) => `  computed ${step}: ${why}`) : []),
  ];
  for (const table of report.tables.filter((t) => t.rowsRejected > 0)) {
    const rules = Object.entries(table.rejectsByRule).map(([rule, n]) => `${rule} ${count(n)}`);
    lines.push(
      `  ${table.table}: ${count(table.rowsRejected)} of ${count(table.rowsRead)} rejected (${rules.join(", ")})`,
    );
  }
  if (report.rowsRejected > 0) lines.push(`  rejected rows: ${report.rejectsPath}`);
  for (const table of report.tables) {
    if (table.unknownColumns.length > 0) {
      lines.push(`  ${table.table}: columns not in the format, left out: ${table.unknownColumns.join(", ")}`);
    }
    for (const { source, rows } of table.undeclaredSources) {
      lines.push(
        `  ${table.table}: ${count(rows)} rows cite "${source}", which dataset.json does not declare`,
      );
    }
  }
  if (report.unknownFiles.length > 0)
    lines.push(`  files that are not a table: ${report.unknownFiles.join(", ")}`);
  for (const id of removed) lines.push(`  removed ${id}`);
  return lines.join("\n");
}

const NAMES_SHOWN = 5;

/** What was computed, where some was reused; --explain lists it all. */
function computedNames(computed: InstalledSnapshot["computed"]): string {
  if (computed.length === 0) return "";
  const names = computed.slice(0, NAMES_SHOWN).map(({ step }) => step);
  const others = computed.length - names.length;
  return `, computed ${names.join(", ")}${others === 0 ? "" : ` and ${others} more (--explain lists them)`}`;
}
