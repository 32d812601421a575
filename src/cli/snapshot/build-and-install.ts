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
  /** Ids of the older snapshots that retention removed, newest first. */
  readonly removed: readonly string[];
}

export interface BuildAndInstallOptions
  extends Pick<
    BuildOptions,
    "datasetDir" | "strict" | "maxRejectShare" | "rejectsPath" | "memoryLimitMb" | "reuse"
  > {
  readonly config: KeptConfig;
  /** Make it current; a function decides after the build. Otherwise `snapshot publish` can do so later. */
  readonly publish: boolean | ((snapshotId: string) => Promise<boolean>);
  /** Record what the publication changed; default false. */
  readonly recordsChanges?: boolean;
}

/**
 * Builds a dataset and installs the snapshot into the data directory. Removes what dead processes left before
 * the build and superfluous snapshots after a publication. An abort (ctrl-C) leaves nothing behind.
 */
export async function buildAndInstall(
  { config, publish: wish, recordsChanges = false, ...options }: BuildAndInstallOptions,
  terminal: Terminal,
  progress: Progress,
): Promise<InstalledSnapshot> {
  const dataDir = resolve(config.dataDir);
  // First, as a killed build may have left gigabytes that this one needs.
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
    await built.discard().catch(() => {});
    progress.finish();
  }
  const removed = publish ? await retainAfterPublication({ ...config, dataDir }, terminal) : [];
  return { manifest, directory, report, reused, computed, costs, isPublished: publish, removed };
}

/** The summary printed after a build: rows loaded and rejected with the reasons, and the steps computed. */
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
      lines.push(`  ${table.table}: unknown columns, ignored: ${table.unknownColumns.join(", ")}`);
    }
    for (const { source, rows } of table.undeclaredSources) {
      lines.push(
        `  ${table.table}: ${count(rows)} rows cite "${source}", which dataset.json does not declare`,
      );
    }
  }
  if (report.unknownFiles.length > 0)
    lines.push(`  files that are not a table, ignored: ${report.unknownFiles.join(", ")}`);
  for (const id of removed) lines.push(`  removed ${id}`);
  return lines.join("\n");
}

const NAMES_SHOWN = 5;

/** The first computed steps by name; --explain lists all of them. */
function computedNames(computed: InstalledSnapshot["computed"]): string {
  if (computed.length === 0) return "";
  const names = computed.slice(0, NAMES_SHOWN).map(({ step }) => step);
  const others = computed.length - names.length;
  return `, computed ${names.join(", ")}${others === 0 ? "" : ` and ${others} more (--explain lists them)`}`;
}
