import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDataset } from "../../../src/snapshot/build/load-dataset.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import {
  copyExample,
  loadFolder,
  openTestDatabase,
  putTable,
  readRejects,
  removeTable,
} from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

/** Trading dates, the last `bad` of which are not dates. */
function tradingDates(good: number, bad: number): string {
  const day = (i: number) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10);
  const rows = Array.from({ length: good + bad }, (_, i) => (i < good ? day(i) : `never ${i}`));
  return `date\n${rows.join("\n")}\n`;
}

async function watchedDatabase(onStatement: (sql: string) => void): Promise<BuildDatabase> {
  const db = await openTestDatabase();
  const watched =
    <T>(run: (sql: string) => Promise<T>) =>
    (sql: string) => {
      onStatement(sql);
      return run(sql);
    };
  return { ...db, run: watched(db.run), rows: watched(db.rows) as BuildDatabase["rows"] };
}

describe("loadDataset", () => {
  it("goes on while rejects stay within 1 % of a table and reports them", async () => {
    const dir = await copyExample();
    await putTable(dir, "trading_dates.csv", tradingDates(198, 2));
    const { db, report, rejects } = await loadFolder(dir, {});
    expect(report.tables.find((t) => t.table === "trading_dates")).toEqual({
      table: "trading_dates",
      file: "trading_dates.csv",
      format: "csv",
      rowsRead: 200,
      rowsLoaded: 198,
      rowsRejected: 2,
      rejectsByRule: { type: 2 },
      unknownColumns: [],
      absentColumns: [],
      undeclaredSources: [],
    });
    expect(rejects.map((r) => [r.row, r.value])).toEqual([
      [199, "never 198"],
      [200, "never 199"],
    ]);
    // What is in the file is no longer in memory.
    expect(await db.rows("SELECT table_name FROM duckdb_tables() WHERE temporary")).toEqual([]);
  });

  it("takes at most three statements a table without bad rows, and one a table that is absent", async () => {
    const statements: string[] = [];
    const counted = await watchedDatabase((sql) => statements.push(sql));
    const rejectsPath = join(await temporaryDirectory(), "rejects.ndjson");
    const { tables } = await loadDataset(counted, await copyExample("trading_dates"), { rejectsPath });
    const present = tables.filter(({ file }) => file !== null);
    expect(present.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(3 * present.length + (tables.length - present.length));
  });

  it("stops past the threshold with counts, examples and the rejects file", async () => {
    const dir = await copyExample();
    await putTable(dir, "trading_dates.csv", tradingDates(195, 5));
    const rejectsPath = join(await temporaryDirectory(), "rejects.ndjson");
    await expect(loadDataset(await openTestDatabase(), dir, { rejectsPath })).rejects.toMatchObject({
      code: "bad_dataset",
      message:
        "table trading_dates (trading_dates.csv): 5 of 200 rows rejected, at most 1 % are allowed; " +
        'row 196: date is "never 195", expected a date YYYY-MM-DD; ' +
        'row 197: date is "never 196", expected a date YYYY-MM-DD; ' +
        'row 198: date is "never 197", expected a date YYYY-MM-DD; ' +
        `all rejects are in ${rejectsPath}`,
    });
    expect(await readRejects(rejectsPath)).toHaveLength(5);
  });

  it("stops at any rejected row when strict, and where the caller sets the threshold", async () => {
    const dir = await copyExample();
    await putTable(dir, "trading_dates.csv", tradingDates(999, 1));
    await expect(loadFolder(dir, { strict: true })).rejects.toThrow(
      /1 of 1000 rows rejected, none is allowed \(strict\)/,
    );
    await expect(loadFolder(dir, { maxRejectShare: 0.0005 })).rejects.toThrow(/at most 0\.05 % are allowed/);
    expect((await loadFolder(dir, { maxRejectShare: 0.001 })).report.rowsRejected).toBe(1);
  });

  it("creates typed empty tables for those that the dataset lacks", async () => {
    const { db, report } = await loadFolder(await copyExample(), { strict: true });
    expect(report.tables.find((t) => t.table === "property_listings")).toMatchObject({
      file: null,
      rowsRead: 0,
    });
    const types = await db.rows<{ column_name: string; column_type: string }>("DESCRIBE property_listings");
    const typeOf = Object.fromEntries(types.map((t) => [t.column_name, t.column_type]));
    expect(typeOf).toMatchObject({
      id: "BIGINT",
      bedrooms: "INTEGER",
      price: "DOUBLE",
      is_active: "BOOLEAN",
      first_seen_at: "TIMESTAMP",
      agent_names: "VARCHAR[]",
    });
  });

  it("stops at once when a required table is missing, and says what it found", async () => {
    const dir = await copyExample();
    await removeTable(dir, "house_prices");
    await expect(loadFolder(dir)).rejects.toMatchObject({
      code: "bad_dataset",
      message:
        `missing required table house_prices in "${dir}"; expected house_prices.parquet|csv|csv.gz|ndjson, ` +
        "found house_price_regions.csv, suburb_demographics.csv",
    });
  });

  it("stops at once when a required column is missing, and says what it found", async () => {
    const dir = await copyExample();
    await putTable(dir, "suburb_lga.csv", "sal_code,lga,share\n10001,10050,1\n");
    await expect(loadFolder(dir)).rejects.toMatchObject({
      code: "bad_dataset",
      message:
        "suburb_lga.csv: missing required column lga_code of table suburb_lga; found sal_code, lga, share",
    });
  });

  it("refuses a half-written dataset", async () => {
    const withoutManifest = await copyExample();
    await rm(join(withoutManifest, "dataset.json"));
    await expect(loadFolder(withoutManifest)).rejects.toThrow(
      `no dataset.json in "${withoutManifest}"; it is written last, so the folder is not a dataset or is half written`,
    );
    const withLeftover = await copyExample();
    await writeFile(join(withLeftover, "stock_prices.parquet.tmp"), "");
    await expect(loadFolder(withLeftover)).rejects.toThrow(
      /half-written dataset .*stock_prices\.parquet\.tmp/,
    );
  });

  it("reports unknown files and columns, absent columns and undeclared sources without rejecting rows", async () => {
    const dir = await copyExample();
    await writeFile(join(dir, "notes.txt"), "");
    await putTable(
      dir,
      "suburb_hazard_exposure.csv",
      "sal_code,colour,water_source,flood_source\n10001,red,example-hazards,rumour\n10002,,,rumour\n",
    );
    const { report } = await loadFolder(dir, { strict: true });
    expect(report.unknownFiles).toEqual(["notes.txt"]);
    expect(report.tables.find((t) => t.table === "suburb_hazard_exposure")).toMatchObject({
      rowsLoaded: 2,
      unknownColumns: ["colour"],
      absentColumns: [
        "water_observed_share_pct",
        "permanent_water_share_pct",
        "flood_planning_share_pct",
        "bushfire_prone_share_pct",
        "bushfire_source",
        "source_licence",
      ],
      undeclaredSources: [{ column: "flood_source", source: "rumour", rows: 2 }],
    });
  });

  it("ends as canceled when its signal is aborted on the way", async () => {
    const cancel = new AbortController();
    const created: string[] = [];
    const db = await watchedDatabase((sql) => {
      created.push(...(/^CREATE TABLE "(\w+)"/.exec(sql)?.slice(1) ?? []));
      cancel.abort();
    });
    const rejectsPath = join(await temporaryDirectory(), "rejects.ndjson");
    const load = loadDataset(db, await copyExample(), { signal: cancel.signal, rejectsPath });
    await expect(load).rejects.toMatchObject({ code: "canceled", message: "the load was canceled" });
    expect(created).toEqual(["suburb_demographics"]);
  });
});
