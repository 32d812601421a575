import { existsSync } from "node:fs";
import { appendFile, cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeEach, describe, expect, it } from "vitest";
import { syncDelta } from "../../src/publishers/delta/sync-delta.ts";
import { inWorld } from "../../src/snapshot/files/outside-world.ts";
import { retainSnapshots } from "../../src/snapshot/store/retain.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import { publishChanged } from "../support/country/publish-changed.ts";
import { rowsByApi } from "../support/country/rows-by-api.ts";
import { readDelta } from "../support/data/read-delta.ts";
import { temporaryDirectory, temporaryMemoryDirectory } from "../support/run/fixtures.ts";
import { documentationBlocks } from "../support/run/markdown-blocks.ts";
import { shownByProgram } from "../support/run/program-rows.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";
import { runHere, runTerrace } from "../support/run/run-terrace.ts";
import { systemError, watchedFiles } from "../support/run/watched-files.ts";

const TABLE = "council_summaries";
const NOTHING = new Map<string, readonly string[]>();

let dataDir: string;
let asides = 0;
const folder = (table = TABLE) => join(dataDir, "delta", table);
/** Publishes a snapshot with one changed table; `tables` limits it to some, as all of them take long. */
const change = (sql: string, table = TABLE, tables?: readonly string[]) =>
  publishChanged(dataDir, join(dataDir, `aside-${asides++}`), { [table]: sql }, tables);
const publishFew = (...tables: string[]) => change("SELECT * FROM old OFFSET 1", "suburbs", tables);
const columnsOf = ({ fields }: Awaited<ReturnType<typeof readDelta>>) => fields.map(({ name }) => name);

beforeEach(async () => {
  dataDir = await temporaryDirectory();
  await copyCountry(dataDir);
});

async function guideCount(): Promise<number> {
  const guide = documentationBlocks().find(
    ({ file, language }) => file.endsWith("lake.md") && language === "sql",
  )!;
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(
      guide.text.replaceAll("data/delta", join(dataDir, "delta")),
    );
    return Number(reader.getRows()[0][0]);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe("the Delta tables of a data directory", () => {
  it("hold every table of the API with as many rows, and each version as it was when columns came and went", async () => {
    const first = await runTerrace(["snapshot", "delta", "--data-dir", dataDir]);
    expect(first).toMatchObject({ exitCode: 0, stderr: "" });
    const api = await rowsByApi(dataDir);
    expect(Object.keys(api).length).toBeGreaterThan(60);
    expect((await readdir(join(dataDir, "delta"))).sort()).toEqual(Object.keys(api).sort());
    let [read, suburbs] = [0, 0];
    for (const [table, rows] of Object.entries(api)) {
      const delta = await readDelta(folder(table));
      expect(delta.numRecords, table).toBe(rows);
      const { length } = await delta.rows();
      expect(length, table).toBe(rows);
      if (table === "suburbs") suburbs = length;
      read += rows;
    }
    expect(first.stdout).toContain(`${Object.keys(api).length} Delta tables`);
    expect(read).toBeGreaterThan(100_000);
    shownByProgram({
      program: "hyparquet, after a Delta log",
      door: "`terrace snapshot delta`",
      read: "every table, suburbs among them",
      rows: suburbs,
      api: api.suburbs,
    });

    // The files are hard links, not copies.
    const { paths } = await readDelta(folder());
    const snapshots = await readdir(join(dataDir, "snapshots"));
    const original = await stat(join(dataDir, "snapshots", snapshots[0], "tables", `${TABLE}.parquet`));
    expect((await stat(join(folder(), paths[0]))).ino).toBe(original.ino);

    const before = await readDelta(folder());
    expect(await guideCount()).toBe(api.suburbs);
    const second = await change("SELECT *, 'new' AS added, 1 AS added_count FROM old OFFSET 1");
    await runHere(["snapshot", "publish", second, "--data-dir", dataDir]);
    const third = await change(`SELECT * EXCLUDE (added_count) FROM old OFFSET 2`);
    await runHere(["snapshot", "publish", third, "--data-dir", dataDir]);

    const versions = await Promise.all([0, 1, 2].map((version) => readDelta(folder(), version)));
    expect(versions.map(columnsOf)).toEqual([
      columnsOf(before),
      [...columnsOf(before), "added", "added_count"],
      [...columnsOf(before), "added"],
    ]);
    const rows = await Promise.all(versions.map((version) => version.rows()));
    expect(rows.map((all) => all.length)).toEqual([api[TABLE], api[TABLE] - 1, api[TABLE] - 3]);
    expect((await rowsByApi(dataDir))[TABLE]).toBe(rows[2].length);
    expect(rows[1][0]).toMatchObject({ added: "new", added_count: 1 });
    expect(rows[2][0]).toEqual({ ...rows[0][3], added: "new" });
    expect(versions.map(({ commitInfo }) => commitInfo.userMetadata).slice(1)).toEqual([second, third]);
    // An unchanged table also gets one version per publication, all with the same file.
    const same = await Promise.all([0, 2].map((version) => readDelta(folder("suburbs"), version)));
    expect(same[1].paths).toEqual(same[0].paths);
    expect((await readdir(folder("suburbs"))).length).toBe(2);
  });

  it("name what a reader must know where instants have no zone, and nothing elsewhere", async () => {
    await syncDelta(dataDir, NOTHING);
    const zoned = await readDelta(folder("editorial_takes"));
    expect(zoned.readerFeatures).toEqual(["timestampNtz"]);
    expect(zoned.fields).toContainEqual(
      expect.objectContaining({ name: "published_at", type: "timestamp_ntz" }),
    );
    expect(zoned.fields.find(({ name }) => name === "citations")!.type).toMatchObject({
      type: "array",
      elementType: {
        type: "struct",
        fields: expect.arrayContaining([expect.objectContaining({ name: "url" })]),
      },
    });
    expect((await readDelta(folder())).readerFeatures).toEqual([]);
    expect((await readDelta(folder("suburb_metrics"))).fields.at(-1)).toHaveProperty("metadata.comment");
  });

  it("lose the files of removed snapshots, as by a VACUUM, and the newest version is read all the same", async () => {
    await publishFew(TABLE, "suburbs");
    await retainSnapshots(dataDir, 1);
    await syncDelta(dataDir, NOTHING);
    for (let n = 1; n <= 3; n++)
      await change(`SELECT *, ${n} AS n FROM old`.replace("*", n === 1 ? "*" : "* EXCLUDE (n)"));
    expect((await syncDelta(dataDir, NOTHING)).commits).toBe(6);
    const result = await runHere(["snapshot", "retain", "--retain-snapshots", "1", "--data-dir", dataDir]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await readdir(join(dataDir, "snapshots"))).length).toBe(1);
    expect((await readdir(folder())).filter((name) => name.endsWith(".parquet")).length).toBe(1);
    const newest = await readDelta(folder());
    expect([newest.version, (await newest.rows())[0].n]).toEqual([3, 3]);
    await expect((await readDelta(folder(), 0)).rows()).rejects.toThrow("ENOENT");
    expect((await syncDelta(dataDir, NOTHING)).commits).toBe(0);
  });

  it("show nothing that a switch withholds, in no version, and have it again when it is back", async () => {
    await publishFew(TABLE, "suburbs", "live_listings", "suburb_metrics");
    await runHere(["snapshot", "delta", "--data-dir", dataDir]);
    const rows = (await readDelta(folder("live_listings"))).numRecords;
    const councils = (await readDelta(folder(TABLE))).numRecords;
    expect(Math.min(rows, councils)).toBeGreaterThan(0);
    await writeFile(join(dataDir, "switches.json"), JSON.stringify({ dropListings: false }));
    expect((await runHere(["snapshot", "delta", "--data-dir", dataDir])).exitCode).toBe(0);
    for (const table of ["live_listings", TABLE, "suburb_metrics"]) {
      expect(await readdir(folder(table))).toEqual(["_delta_log"]);
      expect((await readDelta(folder(table))).numRecords).toBe(0);
      await expect((await readDelta(folder(table), 0)).rows()).rejects.toThrow("ENOENT");
    }
    // A table that was never public has no folder.
    await removeDirectory(folder("live_listings"));
    await change("SELECT * FROM old LIMIT 5", "suburbs");
    await runHere(["snapshot", "delta", "--data-dir", dataDir]);
    expect(existsSync(folder("live_listings"))).toBe(false);
    await rm(join(dataDir, "switches.json"));
    await runHere(["snapshot", "delta", "--data-dir", dataDir]);
    expect((await readDelta(folder("live_listings"))).numRecords).toBe(rows);
    expect((await (await readDelta(folder(TABLE))).rows()).length).toBe(councils);
  });

  it("are completed by the next sync, whichever file operation failed", async () => {
    const few = [TABLE, "suburbs"];
    const one = (sql: string) => change(sql, "suburbs", few);
    await publishFew(...few);
    await retainSnapshots(dataDir, 1);
    await syncDelta(dataDir, NOTHING);
    const second = await one("SELECT *, 2 AS n FROM old OFFSET 1");
    await one("SELECT *, 3 AS m FROM old OFFSET 1");
    // One version behind because of its removed file, and two because of its commits.
    await removeDirectory(join(dataDir, "snapshots", second));
    const versionsOf = async (root: string) => {
      const tables = await Promise.all(few.map((table) => readDelta(join(root, "delta", table))));
      return Promise.all(
        tables.map(async (table) => [table.version, columnsOf(table), (await table.rows()).length]),
      );
    };
    const before = await versionsOf(dataDir);
    let [failures, unchanged, after] = [0, 0, before];
    for (let at = 1; ; at++) {
      const root = await temporaryMemoryDirectory();
      await cp(dataDir, root, { recursive: true });
      let reached = 0;
      const files = watchedFiles({
        before: (_call, n) => {
          reached = Math.max(reached, n);
          if (n === at) throw systemError("EIO");
        },
      });
      const isDone = await inWorld({ files }, () => syncDelta(root, NOTHING)).then(
        () => true,
        () => false,
      );
      // Each table is complete at the version before or after, even before a repair.
      const between = await versionsOf(root);
      await syncDelta(root, NOTHING);
      after = await versionsOf(root);
      expect(after.map(([version]) => version)).toEqual(before.map(([version]) => Number(version) + 1));
      for (const [i, table] of between.entries()) {
        const isBefore = JSON.stringify(table) === JSON.stringify(before[i]);
        if (isBefore) unchanged++;
        else expect(table).toEqual(after[i]);
      }
      expect((await readdir(join(root, "delta", "suburbs"))).length).toBe(3);
      if (!isDone) failures++;
      if (reached < at) break;
    }
    console.info(`${failures} operations failed: ${unchanged} tables as before, the others complete`);
    expect(failures).toBeGreaterThan(20);
  });

  it("take another program's commit out again, and refuse a log of which a part is missing", async () => {
    await publishFew(TABLE, "suburbs");
    await retainSnapshots(dataDir, 1);
    await syncDelta(dataDir, NOTHING);
    const log = join(folder(), "_delta_log");
    await writeFile(
      join(log, `${"1".padStart(20, "0")}.json`),
      '{"commitInfo":{"operation":"WRITE"}}\n{"add":{"path":"other.parquet","size":4,"partitionValues":{},"modificationTime":0,"dataChange":true,"stats":"{\\"numRecords\\":7}"}}\n',
    );
    await syncDelta(dataDir, NOTHING);
    const { version, paths, rows } = await readDelta(folder());
    expect([version, paths.length, (await rows()).length > 0]).toEqual([2, 1, true]);
    await appendFile(join(log, "notes.txt"), "not a commit");
    await rm(join(log, `${"0".padStart(20, "0")}.json`));
    await expect(syncDelta(dataDir, NOTHING)).rejects.toThrow("commits are missing; remove the folder");
    await removeDirectory(folder());
    await syncDelta(dataDir, NOTHING);
    expect((await readDelta(folder())).version).toBe(0);
    expect(await readFile(join(log, `${"0".padStart(20, "0")}.json`), "utf8")).toContain(
      '"operation":"WRITE"',
    );
  });
});
