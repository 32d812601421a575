import type { Command } from "commander";
import { failedPrecondition } from "../../runtime/errors.ts";
import { isSnapshotId } from "../../snapshot/manifest/manifest.ts";
import { addressedId, tagSnapshot, untagSnapshot } from "../../snapshot/store/addresses.ts";
import { checkDataDirectory } from "../../snapshot/store/check-data-directory.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { listSnapshots, type SnapshotListing } from "../../snapshot/store/list.ts";
import { checkName } from "../../snapshot/store/open.ts";
import { publishSnapshot } from "../../snapshot/store/publish.ts";
import { readCurrent } from "../../snapshot/store/read-current.ts";
import { retainSnapshots } from "../../snapshot/store/retain.ts";
import { verifySnapshot } from "../../snapshot/store/verify.ts";
import { JSON_FLAG, numberFlag, runCommandWith } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";
import { addDiff } from "./diff-command.ts";
import { addPush } from "./push-command.ts";
import {
  changesRecorder,
  keepDelta,
  retainAfterPublication,
  warnOfStuck,
  writeDelta,
} from "./retain-after-publication.ts";
import { snapshotDirectory } from "./snapshot-directory.ts";

const KEPT = ["dataDir", "retainSnapshots"] as const;

/** Adds `snapshot build|publish|verify|list|tag|untag|retain|delta|diff|push`. */
export function addSnapshotCommands(program: Command, terminal: Terminal): void {
  const snapshot = program
    .command("snapshot")
    .description("build, publish, verify, list, tag, compare and retain snapshots");
  addBuild(snapshot, terminal);
  addPublish(snapshot, terminal);
  addVerify(snapshot, terminal);
  addList(snapshot, terminal);
  addTags(snapshot, terminal);
  addRetain(snapshot, terminal);
  addDelta(snapshot, terminal);
  addDiff(snapshot, terminal);
  addPush(snapshot, terminal);
}

function addBuild(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("build")
    .argument("<dataset>", "folder with dataset.json and one file per table, as in data/tables/README.md")
    .description("build a snapshot from a dataset, to publish later or at once with --publish")
    .option("--publish", "make the snapshot current once built, and prune older ones")
    .option("--strict", "stop at the first rejected row")
    .option("--max-rejects <share>", "max share of rejected rows per table, 0 to 1", "0.01")
    .option("--explain", "list each computed step and why its cached result was not used")
    .option("--no-reuse", "ignore cached results and compute everything again; the snapshot is the same")
    .option("--rejects <file>", "file to write rejected rows to (default: in the data directory)")
    .option(
      "--memory-mb <number>",
      "memory limit of the build database; then it spills to disk (default: 600, up to 2000 for large data)",
    )
    .option(...JSON_FLAG);
  runCommandWith(command, terminal, KEPT, async ({ config, flags, say }, dataset: string) => {
    await checkDataDirectory(config.dataDir);
    // Loaded on use: the database driver would slow down every other command.
    const { buildAndInstall, buildSummary } = await import("./build-and-install.ts");
    const built = await buildAndInstall(
      {
        datasetDir: dataset,
        config,
        publish: flags.publish === true,
        recordsChanges: true,
        strict: flags.strict === true,
        reuse: flags.reuse !== false,
        maxRejectShare: numberFlag("--max-rejects", flags.maxRejects, 0, 1),
        ...(flags.memoryMb === undefined
          ? {}
          : { memoryLimitMb: numberFlag("--memory-mb", flags.memoryMb, 100, 1_000_000) }),
        ...(flags.rejects === undefined ? {} : { rejectsPath: String(flags.rejects) }),
      },
      terminal,
      terminal.progress(),
    );
    say(built, buildSummary(built, flags.explain === true));
  });
}

function addPublish(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("publish")
    .argument("<snapshot>", "id of a snapshot in the data directory, or the path of a snapshot")
    .description("make a snapshot current; running servers switch to it")
    .option(...JSON_FLAG);
  runCommandWith(command, terminal, KEPT, async ({ config, say }, name: string) => {
    const beforeCurrent = changesRecorder(config.dataDir, terminal);
    const directory = await snapshotDirectory(name, config.dataDir);
    const published = await publishSnapshot(directory, config.dataDir, { beforeCurrent });
    const removed = await retainAfterPublication(config, terminal);
    const before = published.previousId === undefined ? "" : `, before it ${published.previousId}`;
    const lines = [`current is ${published.snapshotId}${before}`, ...removed.map((id) => `removed ${id}`)];
    say({ ...published, removed }, lines);
  });
}

function addVerify(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("verify")
    .argument("[snapshot]", "id or directory of the snapshot (default: the current one)")
    .description("check every file of a snapshot against its checksums")
    .option(...JSON_FLAG);
  runCommandWith(command, terminal, ["dataDir"], async ({ config: { dataDir }, say }, name?: string) => {
    const progress = terminal.progress();
    const directory = await snapshotDirectory(name ?? (await requireCurrent(dataDir)), dataDir);
    const manifest = await verifySnapshot(directory, {
      signal: terminal.signal,
      onProgress: ({ filesDone, filesTotal }) => progress.report("verify", filesDone, filesTotal),
    });
    progress.finish();
    checkName({ directory, manifest });
    const { snapshotId } = manifest;
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const files = manifest.files.length;
    say({ snapshotId, files, bytes }, `${snapshotId} is whole: ${files} files, ${megabytes(bytes)}`);
  });
}

function addList(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("list")
    .description("list the snapshots of the data directory, newest first")
    .option(...JSON_FLAG);
  runCommandWith(command, terminal, ["dataDir"], async ({ config: { dataDir }, say }) => {
    const listings = await listSnapshots(dataDir);
    say(listings, listings.length === 0 ? `${dataDir} holds no snapshot` : listings.map(listingLine));
  });
}

function addTags(parent: Command, terminal: Terminal): void {
  const tag = parent
    .command("tag")
    .argument("<snapshot>", "id, tag or day of a snapshot in the data directory")
    .argument(
      "<name>",
      "up to 40 of a-z, 0-9 and -, a letter first; the snapshot is served under /at/<name>/",
    )
    .description("tag a snapshot, which also protects it from pruning; an existing tag moves to it");
  runCommandWith(
    tag,
    terminal,
    ["dataDir"],
    async ({ config: { dataDir } }, snapshot: string, name: string) => {
      const snapshotId = isSnapshotId(snapshot) ? snapshot : await addressedId(dataDir, snapshot);
      const before = await tagSnapshot(dataDir, snapshotId, name);
      const moved = before === undefined || before === snapshotId ? "" : `, which was ${before}`;
      terminal.out(`${name} is ${snapshotId}${moved}`);
    },
  );
  const untag = parent
    .command("untag")
    .argument("<name>", "name that `snapshot tag` gave")
    .description("remove a tag; the snapshot may then be pruned");
  runCommandWith(untag, terminal, ["dataDir"], async ({ config: { dataDir } }, name: string) =>
    terminal.out(`${await untagSnapshot(dataDir, name)} is no longer ${name}`),
  );
}

function addRetain(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("retain")
    .description("prune old snapshots; the newest, the current one, tagged ones and those in use stay")
    .option(...JSON_FLAG);
  runCommandWith(command, terminal, KEPT, async ({ config, say }) => {
    const result = await retainSnapshots(config.dataDir, config.retainSnapshots);
    warnOfStuck(result, terminal);
    await keepDelta(config, terminal);
    const { kept, removed, leftovers } = result;
    say(result, [
      ...kept.map(({ snapshotId, because }) => `kept ${snapshotId} (${because})`),
      ...removed.map((id) => `removed ${id}`),
      ...leftovers.map((path) => `removed the leftover ${path}`),
      ...(kept.length + removed.length === 0 ? [`${config.dataDir} holds no snapshot`] : []),
    ]);
  });
}

function addDelta(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("delta")
    .description(
      "export the published snapshots as Delta tables to delta/ in the data directory; " +
        "each later publication then adds a version, until the folder is removed",
    )
    .option(...JSON_FLAG);
  runCommandWith(command, terminal, ["dataDir"], async ({ config, say }) => {
    await requireCurrent(config.dataDir);
    const result = await writeDelta(config, terminal);
    const { tables, commits, removedFiles } = result;
    const place = dataDirectory(config.dataDir).delta;
    say(
      result,
      `${tables} Delta tables in ${place}: ${commits} versions added, ${removedFiles} files removed`,
    );
  });
}

async function requireCurrent(dataDir: string): Promise<string> {
  const id = await readCurrent(dataDir);
  if (id !== undefined) return id;
  throw failedPrecondition(`${dataDir} holds no published snapshot; make one with: terrace demo`);
}

function listingLine(listing: SnapshotListing): string {
  const { snapshotId, isCurrent, isPinned, tags, facts, problem } = listing;
  const marks = [
    isCurrent ? "current" : "",
    isPinned ? "in use" : "",
    facts?.synthetic ? "synthetic" : "",
    ...tags.map((tag) => `tagged ${tag}`),
  ];
  const what =
    facts === undefined
      ? `unreadable: ${problem}`
      : `as of ${facts.asOf}, ${facts.suburbs.toLocaleString("en-AU")} suburbs, ${megabytes(facts.bytes)} (${megabytes(facts.ownBytes)} its own), ${facts.datasetId}`;
  return [`${snapshotId}  ${what}`, marks.filter((m) => m !== "").join(", ")]
    .filter((t) => t !== "")
    .join("  ");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
