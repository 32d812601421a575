import { randomBytes } from "node:crypto";
import { rmdir } from "node:fs/promises";
import type { Command } from "commander";
import type { DatasetManifest } from "../../dataset/manifest.ts";
import { failedPrecondition, invalidArgument } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { disk } from "../../snapshot/files/outside-world.ts";
import { createClaim, listClaims } from "../../snapshot/store/claims.ts";
import { sayer } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";

const isDatabaseUrl = (path: string) => /^(postgres(ql)?|clickhouse):\/\//.test(path);

type Flags = Record<string, unknown>;

/** Adds `import`: publishers' files to a dataset folder. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  program
    .command("import")
    .argument("[paths...]", "files, archives and folders as published, or the URL of a database")
    .description("convert publishers' files to a dataset; each file is recognised by its content")
    .option("--out <dir>", "output folder; overwritten as a whole, but only if an earlier import created it")
    .option("--as-of <date>", "date of the dataset, YYYY-MM-DD (default: the newest publication imported)")
    .option("--merge", "add to the result of earlier imports; newer vintages replace older ones")
    .option(
      "--real",
      "checklist of the files for a real Australia, with those that --out has; writes nothing",
    )
    .option("--explain <file>", "dry run: show how the file would be read, write nothing")
    .option(
      "--allow-restricted <source>",
      "serve rows of a source whose licence is restricted or unclear; repeatable",
      (source: string, before: string[] | undefined) => [...(before ?? []), source],
    )
    .option(
      "--accept-shrink <importer>",
      "accept a file with far fewer rows of a list than before, such as schools; repeatable",
      (importer: string, before: string[] | undefined) => [...(before ?? []), importer],
    )
    .option(
      "--mapping <file>",
      "JSON file that maps database tables to dataset tables; see data/guides/databases.md",
    )
    .option(
      "--reduction <system>",
      "print SQL that reduces raw listing events to one row per address and day: duckdb or clickhouse",
    )
    .option("--reduce", "reduce raw listing events in ClickHouse, to Parquet files in --out")
    .option("--table <name>", "--reduce: table of the events", "listing_events")
    .option(
      "--keep <columns>",
      "--reduce: additional columns, from the day's last event, such as listing_id,suburb",
    )
    .option(
      "--pieces <number>",
      "--reduce: number of pieces, split by address (default: two million events each)",
    )
    .option(
      "--seed <text>",
      "--reduce: seed of the sample that DuckDB reduces too, as a check (default: random)",
    )
    .option("--resume", "resume an interrupted import from a database")
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\ndata/guides/importing.md lists the files to download and how each is used.")
    .action(async (paths: string[], flags: Flags) => {
      if (flags.explain !== undefined)
        return explain([String(flags.explain), ...paths], flags.json === true, terminal);
      if (flags.real === true) return listReal(flags, terminal);
      if (flags.reduction !== undefined) return printReduction(String(flags.reduction), terminal);
      if (flags.reduce === true) return reduceInClickHouse(paths, flags, terminal);
      const lone = ["keep", "pieces", "seed"].find((name) => flags[name] !== undefined);
      if (lone !== undefined) throw invalidArgument(`--${lone} goes with --reduce`);
      if (paths.some(isDatabaseUrl)) return importFromDatabase(paths, flags, terminal);
      await importFiles(paths, flags, terminal);
    });
}

async function printReduction(system: string, terminal: Terminal): Promise<void> {
  const { REDUCE_EVENTS } = await import("../../importers/databases/reduce-events.ts");
  if (system !== "duckdb" && system !== "clickhouse") {
    throw invalidArgument(`--reduction: "${system}" is not one of duckdb, clickhouse`);
  }
  terminal.out(REDUCE_EVENTS[system]().trim());
}

/** Copies the mapped tables of one database. No message repeats the address, which may hold a password. */
async function importFromDatabase(paths: readonly string[], flags: Flags, terminal: Terminal): Promise<void> {
  if (paths.length !== 1) throw invalidArgument("name one database, without other files");
  if (flags.out === undefined) throw invalidArgument("no output folder; name one with --out");
  if (flags.mapping === undefined) throw invalidArgument("no mapping file; name one with --mapping");
  const { databaseWorkspace, importDatabase } = await import("../../importers/databases/import-database.ts");
  const task = {
    url: paths[0],
    mappingPath: String(flags.mapping),
    out: String(flags.out),
    resume: flags.resume === true,
    signal: terminal.signal,
    onProgress: (table: string, rows: number) => terminal.err(`${table}: ${rows} rows`),
  };
  const report = await inOwnWorkspace(databaseWorkspace(task.out), () => importDatabase(task));
  const lines = Object.entries(report.tables).map(([table, rows]) => `${table}: ${rows} rows`);
  sayer(flags, terminal)(report, [...lines, report.consistency]);
}

/** Reduces the events of one ClickHouse; prefer CLICKHOUSE_PASSWORD to a password in the address. */
async function reduceInClickHouse(paths: readonly string[], flags: Flags, terminal: Terminal): Promise<void> {
  const [url] = paths;
  const isOne = paths.length === 1 && url.startsWith("clickhouse://") && URL.canParse(url);
  if (!isOne) {
    throw invalidArgument("--reduce needs one URL such as clickhouse://reader@ch.example:8123/feed");
  }
  if (flags.out === undefined) throw invalidArgument("no output folder; name one with --out");
  const table = String(flags.table);
  if (!/^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$/.test(table)) {
    throw invalidArgument(`--table "${table}" is not a table name, with or without its database`);
  }
  const pieces = flags.pieces === undefined ? undefined : Number(flags.pieces);
  if (pieces !== undefined && !(Number.isInteger(pieces) && pieces >= 1 && pieces <= 9999)) {
    throw invalidArgument(`--pieces "${flags.pieces}" is not a whole number from 1 to 9999`);
  }
  const { keptColumns, reduceClickHouse } = await import("./reduce/reduce-clickhouse.ts");
  const { databaseWorkspace } = await import("../../importers/databases/import-database.ts");
  const address = new URL(url);
  const password = terminal.env.CLICKHOUSE_PASSWORD;
  if (address.password === "" && password !== undefined) address.password = encodeURIComponent(password);
  const workspace = databaseWorkspace(String(flags.out));
  const task = {
    url: address.href,
    table,
    keep: flags.keep === undefined ? [] : keptColumns(String(flags.keep)),
    out: String(flags.out),
    workspace,
    pieces,
    seed: flags.seed === undefined ? randomBytes(8).toString("hex") : String(flags.seed),
    resume: flags.resume === true,
    signal: terminal.signal,
    onProgress: (done: number, of: number) => terminal.err(`piece ${done} of ${of}`),
  };
  const manifest = await inOwnWorkspace(workspace, () => reduceClickHouse(task));
  const { rowsIn, rowsOut, sampledRows, sampledAddresses, version } = manifest;
  sayer(flags, terminal)(
    manifest,
    `ClickHouse ${version} reduced ${rowsIn} events to ${rowsOut} rows; ` +
      `DuckDB agrees on ${sampledRows} rows of ${sampledAddresses} sampled addresses`,
  );
}

async function importFiles(paths: readonly string[], flags: Flags, terminal: Terminal): Promise<void> {
  if (paths.length === 0) throw invalidArgument("no files to import; name files, archives or folders");
  if (flags.out === undefined) throw invalidArgument("no output folder; name one with --out");
  const asOf = flags.asOf === undefined ? undefined : String(flags.asOf);
  if (asOf !== undefined && dayNumberOf(asOf) === undefined) {
    throw invalidArgument(`--as-of "${asOf}" is not a date; expected YYYY-MM-DD`);
  }
  const { importInProcess } = await import("./import-process.ts");
  const request = {
    paths,
    out: String(flags.out),
    merge: flags.merge === true,
    allowedSources: new Set((flags.allowRestricted as string[] | undefined) ?? []),
    acceptShrink: new Set((flags.acceptShrink as string[] | undefined) ?? []),
    ...(asOf === undefined ? {} : { asOf }),
  };
  const listener = { progress: terminal.progress(), print: (text: string) => terminal.out(text) };
  await importInProcess({ kind: "import", request, asJson: flags.json === true }, listener, terminal.signal);
}

/** Lists the downloads of a real Australia, ticked off against the dataset of --out. */
async function listReal(flags: Flags, terminal: Terminal): Promise<void> {
  const { tickedFiles } = await import("../../importers/real-files.ts");
  const { readParts } = await import("../../importers/run/part-store.ts");
  const parts = flags.out === undefined ? [] : ((await readParts(String(flags.out))) ?? []);
  const files = tickedFiles(parts);
  const { sources } = flags.out === undefined ? { sources: [] } : await manifestOf(String(flags.out));
  const done = files.filter(({ imported }) => imported.length > 0).length;
  sayer(flags, terminal)(
    files.map(({ what: _, ...file }) => file),
    [
      `${done} of ${files.length} imported${flags.out === undefined ? "; name a dataset with --out to tick off its files" : ""}`,
      ...files.flatMap(({ imported, file, gives, publisher, page, licence }) => [
        `[${imported.length > 0 ? "x" : " "}] ${file}: ${gives}`,
        `      ${publisher}, ${licence}; ${page}${imported.length > 0 ? `; imported ${imported.length}` : ""}`,
      ]),
      ...sources.map(
        ({ title, publisher, vintage, url = "its publisher's site" }) =>
          `have ${publisher}, ${title}, as of ${vintage}; newer releases: ${url}`,
      ),
    ],
  );
}

async function manifestOf(dir: string): Promise<Pick<DatasetManifest, "sources">> {
  const { readDatasetManifest } = await import("../../dataset/dataset.ts");
  return readDatasetManifest(dir).catch(() => ({ sources: [] }));
}

async function explain(paths: readonly string[], asJson: boolean, terminal: Terminal): Promise<void> {
  const { importInProcess } = await import("./import-process.ts");
  const listener = { print: (text: string) => terminal.out(text) };
  await importInProcess({ kind: "explain", paths, asJson }, listener, terminal.signal);
}

const SUBJECT = "import";

/** Runs the task under an exclusive claim on its workspace, then removes the workspace if it is empty. */
async function inOwnWorkspace<T>(workspace: string, task: () => Promise<T>): Promise<T> {
  const claim = await createClaim(workspace, SUBJECT);
  try {
    const claims = await listClaims(workspace);
    const others = claims.filter(({ name, subject }) => subject === SUBJECT && name !== claim.name);
    const other = others.find(({ alive }) => alive);
    if (other !== undefined) {
      throw failedPrecondition(
        `process ${other.pid} is importing into the same folder; wait for it, or use another --out`,
      );
    }
    for (const { path } of others) await disk.remove(path);
    return await task();
  } finally {
    await claim.release();
    await rmdir(workspace).catch(() => {});
  }
}
