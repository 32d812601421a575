import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { STATE_CODES } from "../../src/dataset/states.ts";
import { TABLES_FOLDER } from "../../src/snapshot/manifest/manifest.ts";
import { copiedCountry } from "../support/country/copy-country.ts";
import { openSnapshot } from "../support/country/open-snapshot.ts";
import { callJson, serveCountry } from "../support/country/serve-country.ts";
import { askDuckdb } from "../support/data/ask-duckdb.ts";
import { HAS_CLICKHOUSE, startClickHouse } from "../support/run/clickhouse-server.ts";
import { opened } from "../support/run/fixtures.ts";
import { documentationBlocks } from "../support/run/markdown-blocks.ts";
import { HAS_POSTGRES, startPostgres } from "../support/run/postgres-server.ts";
import { shownByProgram, suburbCount } from "../support/run/program-rows.ts";
import { expectRefusal, runHere, runTerrace } from "../support/run/run-terrace.ts";
import { isDeepRun } from "../support/run/test-form.ts";

const load = (words: string) => runTerrace(`load ${words} --data-dir ${inject("country").dataDir}`);
const loadHere = (words: string) => runHere(`load ${words} --data-dir ${inject("country").dataDir}`);

/** The snapshot's files, queried with DuckDB. */
async function stored<Row = Record<string, unknown>>(table: string, sql: string): Promise<Row[]> {
  const { directory } = await openSnapshot(inject("country").dataDir);
  const file = join(directory, TABLES_FOLDER, `${table}.parquet`);
  return (await askDuckdb(sql.replaceAll("$table", `'${file}'`))).getRowObjectsJson() as Row[];
}

const manifestOf = async () => (await openSnapshot(inject("country").dataDir)).manifest;

const KNOWN_PRICES =
  "SELECT state_code, count(price) AS known FROM $table GROUP BY state_code ORDER BY state_code";

const blocksOf = (page: string) =>
  documentationBlocks()
    .filter(({ file, language }) => file === `data/guides/${page}` && language === "sql")
    .map(({ text }) => text);

const ofLoaded = (sql: string) => sql.replaceAll("housing", "terrace");

const serving = opened(() => serveCountry(inject("country").dataDir));

/** Row counts of some views according to the API. */
async function answers(): Promise<[view: string, rows: number][]> {
  const ask = async (method: string, request: object = {}) =>
    (await callJson(serving.url, `shorts.v1alpha1.${method}`, request)).body as Record<string, unknown[]>;
  const councils = await Promise.all(
    STATE_CODES.map((stateCode) => ask("HousingService/ListCouncils", { stateCode })),
  );
  return [
    ["list_state_suburbs", await suburbCount(serving.url)],
    ["list_councils", councils.reduce((sum, one) => sum + (one.councils?.length ?? 0), 0)],
    ["list_economic_series", Number((await ask("EconomyService/ListEconomicSeries")).total)],
    [
      "get_state_company_aggregates",
      (await ask("EconomyService/GetStateCompanyAggregates")).aggregates.length,
    ],
  ];
}

describe("terrace load", () => {
  it("says what an address looks like, and that nobody answers", async () => {
    expectRefusal(await loadHere("mysql://localhost/x"), "postgres://user@host/database");
    expectRefusal(await loadHere('postgres://localhost/x --schema a"b'), "--schema");
    expectRefusal(await loadHere("postgres://nobody@127.0.0.1:9/x"), "127.0.0.1:9", 1);
  });
});

describe.skipIf(!HAS_POSTGRES)("terrace load with Debian's postgresql", () => {
  const server = opened(() => startPostgres());
  beforeAll(async () => {
    if (await hasPostgis()) await server.query("CREATE EXTENSION postgis");
  });

  const hasPostgis = async () =>
    (await server.query("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'")).length > 0;

  it("loads every table with types, keys, comments and each row as it is", async () => {
    const { tables, rowCounts, snapshotId } = await manifestOf();
    const first = await load(`${server.url} --json`);
    expect([first.exitCode, first.stderr.includes("rror")]).toEqual([0, false]);
    const rows = Object.values(rowCounts).reduce((sum, count) => sum + count, 0);
    expect(JSON.parse(first.stdout)).toEqual({
      snapshotId,
      schema: "terrace",
      loaded: true,
      tables: tables.length,
      rows,
      replaced: null,
      views: expect.any(Number),
    });
    for (const table of tables) {
      const [{ count }] = await server.query<{ count: string }>(`SELECT count(*) FROM terrace."${table}"`);
      expect([table, Number(count)]).toEqual([table, rowCounts[table]]);
    }
    const metrics =
      "SELECT sal_code, state_code, round(population::numeric, 1)::text AS population, round(price::numeric, 0)::text AS price FROM";
    const twin = metrics
      .replaceAll("::numeric, 1)::text", "::DECIMAL(18,4), 1)::VARCHAR")
      .replaceAll("::numeric, 0)::text", "::DECIMAL(18,4), 0)::VARCHAR");
    const loaded = await server.query(`${metrics} terrace.suburb_metrics ORDER BY sal_code`);
    const own = await stored<Record<string, string | null>>(
      "suburb_metrics",
      `${twin} $table ORDER BY sal_code`,
    );
    const plain = (row: Record<string, unknown>) =>
      Object.values(row).map((cell) => (cell === null || Number.isNaN(Number(cell)) ? cell : Number(cell)));
    expect(loaded.map(plain)).toEqual(own.map(plain));
    const text = await server.query("SELECT headline, tags FROM terrace.news_articles ORDER BY id");
    const tags = await stored<Record<string, unknown>>(
      "news_articles",
      "SELECT headline, tags FROM $table ORDER BY id",
    );
    expect(text).toEqual(tags);
    const [key] = await server.query<{ columns: string }>(
      `SELECT string_agg(attname, ',') AS columns FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
       WHERE indisprimary AND indrelid = 'terrace.suburbs'::regclass`,
    );
    expect(key.columns).toBe("sal_code");
    const [{ doc }] = await server.query<{ doc: string }>(
      `SELECT col_description('terrace.suburb_metrics'::regclass, attnum) AS doc FROM pg_attribute
       WHERE attrelid = 'terrace.suburb_metrics'::regclass AND attname = 'population'`,
    );
    expect(doc.length).toBeGreaterThan(10);
    const again = await loadHere(server.url);
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining("already")]);
  });

  it("makes a view for a method's table, with what the API says of the method", async () => {
    const views = await server.query<{ name: string; doc: string }>(
      `SELECT relname AS name, obj_description(oid, 'pg_class') AS doc FROM pg_class
       WHERE relkind = 'v' AND relnamespace = 'terrace'::regnamespace ORDER BY 1`,
    );
    expect(views.length).toBeGreaterThan(20);
    for (const { doc } of views) expect(doc).toMatch(/^[A-Z][A-Za-z]+: .{20}/);
    for (const [view, api] of await answers()) {
      const [{ rows }] = await server.query<{ rows: string }>(`SELECT count(*) AS rows FROM terrace.${view}`);
      expect([view, Number(rows)]).toEqual([view, api]);
    }
    const [{ rows }] = await server.query<{ rows: string }>(
      "SELECT count(*) AS rows FROM terrace.list_state_suburbs",
    );
    const api = await suburbCount(serving.url);
    const [program, door, read] = [
      "PostgreSQL",
      "`terrace load postgres://`",
      "every suburb, by the view `list_state_suburbs`",
    ];
    shownByProgram({ program, door, read, rows: Number(rows), api });
  });

  it.runIf(isDeepRun)(
    "touches neither what it did not make nor what is made from its tables, and leaves no part",
    async () => {
      await server.query(
        "CREATE SCHEMA mine; CREATE TABLE mine.notes (note text); INSERT INTO mine.notes VALUES ('x')",
      );
      expectRefusal(await load(`${server.url} --schema mine`), "was not created by", 4);
      expect(await server.query("SELECT note FROM mine.notes")).toEqual([{ note: "x" }]);
      await server.query("CREATE VIEW public.mine_view AS SELECT sal_code FROM terrace.suburbs");
      expectRefusal(await load(`${server.url} --again`), "mine_view", 4);
      expect(await server.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE '%loading'")).toEqual(
        [],
      );
      expect((await server.query("SELECT 1 FROM public.mine_view LIMIT 1")).length).toBe(1);
      await server.query("DROP VIEW public.mine_view");
      const { snapshotId } = await manifestOf();
      const replaced = await load(`${server.url} --again`);
      expect([replaced.exitCode, replaced.stdout]).toEqual([
        0,
        expect.stringContaining(`replacing ${snapshotId}`),
      ]);
    },
  );

  it.runIf(isDeepRun)("is read as the page about Metabase says, before and after another load", async () => {
    const [grants, question] = blocksOf("metabase.md").map(ofLoaded);
    await server.query(`CREATE SCHEMA other; CREATE TABLE other.notes (note text); ${grants}`);
    const reader = new URL(server.url);
    reader.username = "metabase";
    reader.password = "change this";
    const asked = async () => {
      const client = new pg.Client(reader.href);
      await client.connect();
      try {
        const rows = (await client.query(question)).rows as { known: string; median: number | null }[];
        await expect(client.query("SELECT 1 FROM other.notes")).rejects.toThrow("permission denied");
        await expect(client.query("DELETE FROM terrace.suburbs")).rejects.toThrow("permission denied");
        return rows;
      } finally {
        await client.end();
      }
    };
    const before = await asked();
    const { exitCode } = await load(`${server.url} --again`);
    expect([exitCode, await asked()]).toEqual([0, before]);
    const own = await stored("suburb_metrics", KNOWN_PRICES);
    expect(before.map(({ known }) => Number(known))).toEqual(own.map(({ known }) => Number(known)));
  });

  it("gives outlines a geometry where PostGIS is there", async ({ skip }) => {
    if (!(await hasPostgis())) skip("there is no PostGIS here; Debian has it as postgresql-15-postgis-3");
    const { rowCounts } = await manifestOf();
    const [{ valid }] = await server.query<{ valid: string }>(
      "SELECT count(*) AS valid FROM terrace.suburb_outlines WHERE ST_SRID(geometry) = 4326 AND ST_Area(geometry) > 0",
    );
    expect(Number(valid)).toBe(rowCounts.suburb_outlines);
  });

  it.runIf(isDeepRun)("loads nothing that a switch withholds", async () => {
    const dataDir = await copiedCountry();
    await writeFile(join(dataDir, "switches.json"), '{"dropListings": false, "interestRegister": false}');
    const { exitCode } = await runTerrace(`load ${server.url} --schema shown --data-dir ${dataDir}`);
    expect(exitCode).toBe(0);
    const [{ rows }] = await server.query<{ rows: string }>(
      "SELECT count(*) AS rows FROM shown.live_listings",
    );
    const [{ figures }] = await server.query<{ figures: string }>(
      "SELECT count(politician_property) AS figures FROM shown.suburb_metrics",
    );
    expect([rows, figures]).toEqual(["0", "0"]);
  });
});

describe.skipIf(!HAS_CLICKHOUSE || !isDeepRun)("terrace load with Debian's clickhouse-server", () => {
  const server = opened(startClickHouse);

  it("loads every table, and puts it in the place of the one before", async () => {
    const { tables, rowCounts, snapshotId } = await manifestOf();
    const first = await load(server.url);
    expect([first.exitCode, first.stderr.includes("rror")]).toEqual([0, false]);
    for (const table of tables) {
      const count = await server.query(`SELECT count() FROM terrace.${table}`);
      expect([table, Number(count)]).toEqual([table, rowCounts[table]]);
    }
    const loaded = await server.query(
      "SELECT sal_code, population, price FROM terrace.suburb_metrics ORDER BY sal_code FORMAT JSONEachRow",
    );
    const own = await stored<{ sal_code: string; population: number | null; price: number | null }>(
      "suburb_metrics",
      "SELECT sal_code, population, price FROM $table ORDER BY sal_code",
    );
    const rows = loaded
      .trim()
      .split("\n")
      .map((line) => Object.values(JSON.parse(line) as object) as [string, number | null, number | null]);
    const near = (value: number | null) => (value === null ? null : Math.fround(value));
    expect(rows.map(([code, ...rest]) => [code, ...rest.map(near)])).toEqual(
      own.map(({ sal_code, population, price }) => [sal_code, near(population), near(price)]),
    );
    for (const [view, api] of await answers()) {
      expect([view, Number(await server.query(`SELECT count() FROM terrace.${view}`))]).toEqual([view, api]);
    }
    const [question] = blocksOf("clickhouse.md").map(ofLoaded);
    const asked = (await server.query(`${question} FORMAT TSV`)).trim().split("\n");
    const known = await stored("suburb_metrics", KNOWN_PRICES);
    expect(asked.map((line) => Number(line.split("\t")[1]))).toEqual(known.map((row) => Number(row.known)));
    const suburbs = Number(await server.query("SELECT count() FROM terrace.list_state_suburbs"));
    const api = await suburbCount(serving.url);
    const [program, door, read] = [
      "ClickHouse",
      "`terrace load clickhouse://`",
      "every suburb, by the view `list_state_suburbs`",
    ];
    shownByProgram({ program, door, read, rows: suburbs, api });
    const again = await loadHere(server.url);
    expect(again.stdout).toContain("already");
    const replaced = await load(`${server.url} --again`);
    expect([replaced.exitCode, replaced.stdout]).toEqual([
      0,
      expect.stringContaining(`replacing ${snapshotId}`),
    ]);
    expect((await server.query("SHOW DATABASES")).split("\n")).not.toContain("terrace_loading");
    await server.query("CREATE DATABASE mine");
    await server.query("CREATE TABLE mine.notes (note String) ENGINE = TinyLog");
    expectRefusal(await load(`${server.url} --schema mine`), "was not created by", 4);
  });
});
