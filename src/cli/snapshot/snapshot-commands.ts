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
    .argument(
      "<dataset>",
      "folder with dataset.json and one file a table; data/tables/README.md describes it",
    )
    .description("build a snapshot from a dataset; it waits for `snapshot publish` unless --publish is given")
    .option("--publish", "make the snapshot current when it is built, and remove superfluous older ones")
    .option("--strict", "stop at the first rejected row")
    .option("--max-rejects <share>", "share of a table's rows that may be rejected, 0 to 1", "0.01")
    .option("--explain", "list each step that was computed, and why its kept result was not used")
    .option("--no-reuse", "compute everything again; the snapshot is the same")
    .option("--rejects <file>", "where rejected rows are listed (default: in the data directory)")
    .option(
      "--memory-mb <number>",
      "memory of the build database; beyond it work goes to disk (default: 600, up to 2000 for gigabytes)",
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
    .argument("<snapshot>", "id of a snapshot in the data directory, or a snapshot's own directory")
    .description("make a snapshot current; a running server notices")
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
    .argument("[snapshot]", "id or directory; the current snapshot when left out")
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
    .argument("<name>", "up to 40 of a-z, 0-9 and -, a letter first; it is served under /at/<name>/")
    .description(
      "give a snapshot a name, which keeps it from being removed; a name that another has moves to it",
    );
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
    .description("take a name away; the snapshot may then be removed");
  runCommandWith(untag, terminal, ["dataDir"], async ({ config: { dataDir } }, name: string) =>
    terminal.out(`${await untagSnapshot(dataDir, name)} is no longer ${name}`),
  );
}

function addRetain(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("retain")
    .description(
      "keep the newest snapshots, the current one, tagged ones and those in use; remove the others",
    )
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
      "write the tables of the published snapshots as Delta tables into delta/ of the data directory; " +
        "later publications then add a version each, until the folder is removed",
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
