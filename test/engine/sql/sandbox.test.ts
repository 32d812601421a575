import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openSandbox, type Sandbox } from "../../../src/engine/sql/sandbox.ts";
import type { SnapshotManifest } from "../../../src/snapshot/manifest/manifest.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

let sandbox: Sandbox;
let manifest: SnapshotManifest;
let tables: string;
beforeAll(async () => {
  const snapshot = await openSnapshot(inject("country").dataDir);
  manifest = snapshot.manifest;
  tables = join(snapshot.directory, "tables");
  sandbox = await openSandbox({ directory: tables, tables: manifest.tables, memoryLimitMb: 256 });
});
afterAll(() => sandbox.close());

async function rows(sql: string, signal = new AbortController().signal): Promise<unknown[][]> {
  const result = await sandbox.ask(sql, signal);
  const found: unknown[][] = [];
  for await (const { rowCount, columns } of result.chunks()) {
    for (let row = 0; row < rowCount; row++) found.push(columns.map((values) => values[row]));
  }
  return found;
}

const filesOf = () =>
  readdirSync(tables).map(
    (name) => `${name} ${statSync(join(tables, name)).mtimeMs} ${statSync(join(tables, name)).size}`,
  );

describe("openSandbox", () => {
  it("answers questions over every table, types kept", async () => {
    for (const table of manifest.tables) {
      expect([table, await rows(`SELECT count(*) FROM ${table}`)]).toEqual([
        table,
        [[manifest.rowCounts[table]]],
      ]);
    }
    expect(
      await rows("SELECT DATE '2026-11-13', 1::BIGINT, 1.5::DECIMAL(4,2), ['a','b'], TRUE, NULL, 'x'"),
    ).toEqual([[20_770, 1, "1.50", ["a", "b"], true, null, "x"]]);
    expect((await rows("DESCRIBE suburbs")).length).toBeGreaterThan(3);
    expect((await rows("SUMMARIZE suburbs")).length).toBeGreaterThan(3);
    const known = await sandbox.tables();
    expect([...known.keys()].sort()).toEqual([...manifest.tables].sort());
    expect(known.get("suburbs")!.map(({ name }) => name)).toContain("sal_code");
  });

  it("names the mistake in a statement", async () => {
    await expect(rows("SELECT nothing FROM suburbs")).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining('"nothing" not found'),
    });
    await expect(rows("SELEC 1")).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(rows("SELECT 1; SELECT 2")).rejects.toThrow("one statement at a time; this text has 2");
    await expect(rows("")).rejects.toThrow("this text has 0");
  });

  it("lets nothing out: no file, network, extension, setting, secret or write", async () => {
    const outside = await temporaryDirectory();
    const target = join(outside, "stolen.csv");
    const own = join(tables, `${manifest.tables[0]}.parquet`);
    const before = filesOf();
    const attempts = [
      "SELECT * FROM read_csv('/etc/passwd')",
      "SELECT * FROM '/etc/passwd'",
      "SELECT * FROM read_text('/etc/passwd')",
      "SELECT * FROM read_blob('/proc/self/environ')",
      "SELECT * FROM read_parquet('https://example.org/x.parquet')",
      "SELECT * FROM read_json('s3://bucket/x.json')",
      `SELECT * FROM read_text('${join(tables, "..", "manifest.json")}')`,
      `SELECT * FROM read_parquet('${join(tables, "..", "..", "..", "x.parquet")}')`,
      "SELECT * FROM query('SELECT * FROM read_csv(''/etc/passwd'')')",
      "SELECT * FROM query_table('/etc/passwd')",
      "SELECT getenv('HOME')",
      `COPY suburbs TO '${target}'`,
      `COPY (SELECT 1) TO '${own}' (FORMAT parquet)`,
      `EXPLAIN ANALYZE COPY (SELECT 1) TO '${own}' (FORMAT parquet)`,
      `EXPLAIN ANALYZE COPY suburbs TO '${target}'`,
      `WITH x AS (COPY suburbs TO '${target}') SELECT 1`,
      `EXPORT DATABASE '${outside}'`,
      `IMPORT DATABASE '${outside}'`,
      `ATTACH '${join(outside, "x.duckdb")}' AS x`,
      "ATTACH 'https://example.org/x.duckdb' AS x",
      "INSTALL httpfs",
      "LOAD httpfs",
      "SET enable_external_access = true",
      "SET lock_configuration = false",
      "SET allowed_paths = ['/etc/passwd']",
      "SET memory_limit = '64GB'",
      "RESET memory_limit",
      "PRAGMA enable_profiling",
      `PRAGMA profiling_output = '${target}'`,
      "CALL enable_logging()",
      "CREATE SECRET s (TYPE s3)",
      "CREATE TABLE x AS SELECT 1",
      "CREATE OR REPLACE VIEW suburbs AS SELECT 1",
      "DROP VIEW suburbs",
      "INSERT INTO suburbs SELECT 1",
      "UPDATE suburbs SET sal_code = '1'",
      "DELETE FROM suburbs",
      "CREATE MACRO f() AS 1",
      "PREPARE p AS SELECT 1",
      "BEGIN",
      "VACUUM",
      "CHECKPOINT",
      "USE memory",
    ];
    for (const sql of attempts) {
      const outcome = await rows(sql).then(
        (found) => JSON.stringify(found),
        (error: { code?: string }) => error.code,
      );
      expect([sql, outcome]).toEqual([sql, "invalid_argument"]);
    }
    expect(await rows("SELECT * FROM glob('/etc/*')").catch(() => [])).toEqual([]);
    expect(await rows("SELECT * FROM duckdb_secrets()").catch(() => [])).toEqual([]);
    expect(readdirSync(outside)).toEqual([]);
    expect(existsSync(target)).toBe(false);
    expect(filesOf()).toEqual(before);
    expect(readFileSync(own).subarray(0, 4).toString()).toBe("PAR1");
    // The attempts changed nothing for the next query.
    expect(await rows("SELECT count(*) FROM suburbs")).toEqual([[manifest.rowCounts.suburbs]]);
  });

  it("keeps to its memory", async () => {
    await expect(rows("SELECT list(i) FROM range(1000000000) t(i)")).rejects.toThrow("Out of Memory");
    expect(await rows("SELECT 1")).toEqual([[1]]);
  });

  it("stops when told, in the middle of a question and between two pieces", async () => {
    const stop = new AbortController();
    const asking = rows("SELECT sum(a.i * b.i) FROM range(10000000) a(i), range(10000000) b(i)", stop.signal);
    setImmediate(() => stop.abort());
    await expect(asking).rejects.toMatchObject({ code: "canceled" });
    const later = new AbortController();
    const result = await sandbox.ask("SELECT * FROM range(100000000)", later.signal);
    const chunks = result.chunks();
    expect((await chunks.next()).value).toMatchObject({ rowCount: 2048 });
    await chunks.return();
    expect(await rows("SELECT 1")).toEqual([[1]]);
  });
});
