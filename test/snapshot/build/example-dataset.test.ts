import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATASET_TABLES } from "../../../src/dataset/tables/index.ts";
import { loadDataset } from "../../../src/snapshot/build/load-dataset.ts";
import type { LoadReport } from "../../../src/snapshot/load/load-report.ts";
import { type BuildDatabase, openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { EXAMPLE_DATASET } from "../../support/data/example-dataset.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";

describe("data/example", () => {
  const dir = sharedDirectory("example");
  let db: BuildDatabase;
  let report: LoadReport;

  beforeAll(async () => {
    db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 512, tempDirectory: dir });
    report = await loadDataset(db, EXAMPLE_DATASET, {
      strict: true,
      rejectsPath: join(dir, "rejects.ndjson"),
    });
  });

  afterAll(() => db.close());

  it("loads strictly and holds rows for every table", () => {
    expect(report.tables.map((t) => t.table)).toEqual(DATASET_TABLES.map((t) => t.name));
    for (const table of report.tables) {
      expect(table.rowsLoaded, table.table).toBeGreaterThan(0);
      expect(table.rowsLoaded).toBe(table.rowsRead);
      expect(table.unknownColumns, table.table).toEqual([]);
      expect(table.undeclaredSources, table.table).toEqual([]);
    }
    expect(report.unknownFiles).toEqual([]);
  });

  it("leaves an empty rejects file", async () => {
    expect(await readFile(join(dir, "rejects.ndjson"), "utf8")).toBe("");
  });

  it("fills in defaults and keeps missing values missing", async () => {
    const rows = await db.rows(
      "SELECT listing_url, price_kind, agency_id, source_licence FROM property_listings WHERE id = 4",
    );
    const missing = { listing_url: "", agency_id: null };
    const known = { price_kind: "range_low", source_licence: "proprietary-tos-restricted" };
    expect(rows).toEqual([{ ...missing, ...known }]);
  });
});
