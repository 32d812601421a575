import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { ECONOMIC_OBSERVATIONS, ECONOMIC_SERIES } from "../../../src/dataset/tables/economy.ts";
import { type DatabaseImport, importDatabase } from "../../../src/importers/databases/import-database.ts";
import { tableRows } from "../../support/data/read-csv.ts";
import { eventually, opened, temporaryDirectory } from "../../support/run/fixtures.ts";
import { HAS_POSTGRES, startPostgres, type TestPostgres } from "../../support/run/postgres-server.ts";
import { runHere, runTerrace, startTerrace } from "../../support/run/run-terrace.ts";

const ROWS = 12_345;

const DATASET = {
  id: "from-a-database",
  title: "From a database",
  asOf: "2026-11-13T00:00:00Z",
  synthetic: true,
  sources: [
    {
      id: "feed",
      publisher: "Nobody",
      title: "A feed",
      licence: "CC-BY-4.0",
      vintage: "2026-11-01",
      tables: ["economic_series", "economic_observations", "property_price_events"],
    },
  ],
};

const MAPPING = {
  format: "terrace-database-mapping-1",
  dataset: DATASET,
  tables: {
    economic_observations: {
      table: "feed.observations",
      columns: { series_key: "series", period: "day", value: "amount" },
    },
    economic_series: {
      query:
        "SELECT DISTINCT series AS series_key, 'rates' AS topic, 'it''s a \"metric\", rated' AS metric, 'country' AS region_type, 'AUS' AS region_code, 'Australia' AS region_name, 'percent' AS unit, 'daily' AS frequency, 'feed' AS source_key FROM feed.observations",
      columns: Object.fromEntries(
        [
          "series_key",
          "topic",
          "metric",
          "region_type",
          "region_code",
          "region_name",
          "unit",
          "frequency",
          "source_key",
        ].map((name) => [name, name]),
      ),
    },
  },
};

const postgres = opened(async () => {
  if (!HAS_POSTGRES) return {} as TestPostgres;
  const server = await startPostgres();
  await server.query(`
    CREATE SCHEMA feed;
    CREATE TABLE feed.observations (series text, day date, amount numeric(20,10), feed_id text, seen timestamptz);
    INSERT INTO feed.observations
    SELECT 'made.series_' || (i % 7), DATE '1990-01-01' + i, i / 7.0, 'feed', now()
    FROM generate_series(1, ${ROWS}) i;
  `);
  return server;
});

async function task(mapping: unknown = MAPPING): Promise<DatabaseImport & { folder: string }> {
  const folder = await temporaryDirectory();
  const mappingPath = join(folder, "mapping.json");
  await writeFile(mappingPath, JSON.stringify(mapping));
  return {
    url: postgres.url,
    mappingPath,
    out: join(folder, "dataset"),
    resume: false,
    signal: new AbortController().signal,
    folder,
  };
}

const imported = async (out: string) =>
  (await tableRows(out, "economic_observations")).map(({ series_key, period, value }) => ({
    series_key,
    period,
    value,
  }));

async function truth() {
  return postgres.query<Record<string, string>>(
    "SELECT series AS series_key, day::text AS period, amount::text AS value FROM feed.observations ORDER BY 1, 2",
  );
}

describe.skipIf(!HAS_POSTGRES)("importDatabase from PostgreSQL", () => {
  it("copies tables and queries whole, in key order, as a dataset of ours", async () => {
    const one = await task();
    const report = await importDatabase(one);
    expect(report).toEqual({
      tables: { economic_series: 7, economic_observations: ROWS },
      consistency: "every table as of one moment",
      resumed: [],
    });
    const read = await tableRows(one.out, "economic_observations");
    expect(Object.keys(read[0])).toEqual(ECONOMIC_OBSERVATIONS.columns.map(({ name }) => name));
    expect(await imported(one.out)).toEqual(await truth());
    const series = await tableRows(one.out, "economic_series");
    expect(Object.keys(series[0])).toEqual(ECONOMIC_SERIES.columns.map(({ name }) => name));
    expect(series[0].metric).toBe('it\'s a "metric", rated');
    expect(existsSync(`${one.out}.importing`)).toBe(false);
    // Again: a dataset made by a database import is replaced.
    expect((await importDatabase(one)).tables.economic_observations).toBe(ROWS);
  });

  it("sees one moment, whatever is written while it reads", async () => {
    const one = await task();
    const writer = new pg.Client(postgres.url);
    await writer.connect();
    let isWritten = false;
    const before = await truth();
    await importDatabase({
      ...one,
      onProgress: () => {
        if (isWritten) return;
        isWritten = true;
        void writer.query(
          "INSERT INTO feed.observations VALUES ('zzz.late', '2030-01-01', 1, 'feed', now())",
        );
      },
    });
    await writer.query("DELETE FROM feed.observations WHERE series = 'zzz.late'");
    await writer.end();
    expect(isWritten).toBe(true);
    expect(await imported(one.out)).toEqual(before);
  });

  it("goes on where it stopped, and gives the same rows", async () => {
    const one = await task();
    const stop = new AbortController();
    await expect(
      importDatabase({
        ...one,
        signal: stop.signal,
        onProgress: (table, rows) => {
          if (table === "economic_observations" && rows >= 5000) stop.abort();
        },
      }),
    ).rejects.toMatchObject({ code: "canceled" });
    expect(existsSync(one.out)).toBe(false);
    await expect(importDatabase({ ...(await task()), resume: true })).rejects.toThrow("nothing to resume");
    const report = await importDatabase({ ...one, resume: true });
    expect(report.resumed).toEqual(["economic_series", "economic_observations"]);
    expect(report.consistency).toBe("each run as of its own moment");
    expect(await imported(one.out)).toEqual(await truth());
  });

  it("is alone in its folder: a second one is refused until the first has ended, however it ends", async () => {
    const one = await task();
    const args = ["import", postgres.url, "--mapping", one.mappingPath, "--out", one.out];
    const holder = new pg.Client(postgres.url);
    await holder.connect();
    const hold = () => holder.query("BEGIN; LOCK TABLE feed.observations IN ACCESS EXCLUSIVE MODE");
    const waiting = () =>
      eventually(async () => {
        const sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        expect(await postgres.query(sql)).toHaveLength(1);
      });
    await hold();
    const killed = startTerrace(args);
    await waiting();
    const second = await runTerrace(args);
    expect(second.stderr).toContain(`process ${killed.child.pid} is importing into the same folder`);
    expect(second.exitCode).toBe(4);
    killed.child.kill("SIGKILL");
    await killed.finished;
    await holder.query("COMMIT");
    expect(await runTerrace(args)).toMatchObject({ exitCode: 0 });
    expect(await readdir(one.folder)).toEqual(["dataset", "mapping.json"]);
    await holder.end();
    // An import of files does not replace it.
    const files = await runHere(["import", one.mappingPath, "--out", one.out]);
    expect(files.stderr).toContain("has files that no import created");
  });

  it("replaces a dataset whose tables stand next to dataset.json, as earlier releases wrote it", async () => {
    const one = await task();
    await mkdir(one.out);
    await writeFile(join(one.out, "dataset.json"), JSON.stringify({ formatVersion: 1, ...DATASET }));
    await writeFile(join(one.out, "imported-from-database.json"), "{}");
    await writeFile(join(one.out, "economic_observations.csv"), "series_key,period,value\n");
    await importDatabase(one);
    expect(await tableRows(one.out, "economic_observations")).toHaveLength(ROWS);
    expect((await readdir(one.out)).sort()).toEqual([
      "dataset.json",
      "imported-from-database.json",
      expect.stringMatching(/^tables-/),
    ]);
  });

  it("loses no row of a key that several share where it stops, and refuses a key of too many", async () => {
    const { economic_observations: table } = MAPPING.tables;
    const keyed = (key: string) => ({
      ...MAPPING,
      tables: {
        economic_observations: {
          ...table,
          table: undefined,
          query: "SELECT *, extract(year FROM day) AS year, 1 AS one FROM feed.observations",
          key: [key],
        },
      },
    });
    const one = await task(keyed("year"));
    const stop = new AbortController();
    const stopped = importDatabase({
      ...one,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: "canceled" });
    expect((await importDatabase({ ...one, resume: true })).resumed).toEqual(["economic_observations"]);
    const byKey = (a: Record<string, string>, b: Record<string, string>) =>
      `${a.series_key} ${a.period}` < `${b.series_key} ${b.period}` ? -1 : 1;
    expect((await imported(one.out)).toSorted(byKey)).toEqual((await truth()).toSorted(byKey));
    await expect(importDatabase(await task(keyed("one")))).rejects.toThrow(
      '5000 rows or more have the key "1"; name a key with fewer duplicates',
    );
  });

  it("refuses mappings and databases that do not fit, by name, and never repeats the password", async () => {
    const cases = [
      [
        { ...MAPPING, tables: { economic_serie: { table: "x" } } },
        'no such dataset table; did you mean "economic_series"?',
      ],
      [{ ...MAPPING, tables: { economic_series: {} } }, 'needs either "table" or "query"'],
      [
        { ...MAPPING, tables: { economic_series: { table: "x", columns: { seris_key: "x" } } } },
        'no column "seris_key"; did you mean "series_key"?',
      ],
      [
        { ...MAPPING, tables: { economic_observations: { table: "x", columns: { period: "p" } } } },
        'lacks "series_key", which is required',
      ],
      [
        { ...MAPPING, tables: { economic_observations: { table: "feed.nothing" } } },
        'relation "feed.nothing" does not exist',
      ],
      [
        { ...MAPPING, tables: { economic_observations: { table: "feed.observations; DROP SCHEMA feed" } } },
        "a table name",
      ],
      [{ ...MAPPING, format: "other" }, "terrace-database-mapping-1"],
    ] as const;
    for (const [mapping, reason] of cases) {
      await expect(importDatabase(await task(mapping))).rejects.toThrow(reason);
    }
    const one = await task();
    const { exitCode, stderr } = await runHere([
      "import",
      postgres.url.replace("terrace@", "wrong-secret@"),
      "--mapping",
      one.mappingPath,
      "--out",
      one.out,
    ]);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining("password authentication failed")]);
    expect(stderr).not.toContain("wrong-secret");
    const done = await runTerrace(["import", postgres.url, "--mapping", one.mappingPath, "--out", one.out]);
    expect([done.exitCode, done.stdout]).toEqual([
      0,
      expect.stringContaining(`economic_observations: ${ROWS} rows\nevery table as of one moment`),
    ]);
    await writeFile(join(one.folder, "mine.txt"), "mine");
    await expect(importDatabase({ ...one, out: one.folder })).rejects.toThrow(
      "was not created by a database import",
    );
  });

  it.each([
    "postgres://reader:secret%ff@127.0.0.1:1/feed",
    "postgres://reader:secret@127.0.0.1:1/%ff",
    "clickhouse://reader:secret%ff@127.0.0.1:1/feed",
    "clickhouse://reader:secret@127.0.0.1:99999/feed",
  ])("refuses an address that is none, without repeating what may be a password: %s", async (url) => {
    const { mappingPath, out } = await task();
    const { exitCode, stderr } = await runHere(["import", url, "--mapping", mappingPath, "--out", out]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("://user:password@host/database")]);
    expect(stderr).not.toContain("secret");
    expect(existsSync(out)).toBe(false);
  });
});
