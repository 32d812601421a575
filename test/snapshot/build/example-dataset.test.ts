import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATASET_TABLES } from "../../../src/dataset/tables/index.ts";
import { loadDataset } from "../../../src/snapshot/load/load-dataset.ts";
import type { LoadReport } from "../../../src/snapshot/load/load-report.ts";
import { type BuildDatabase, openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { EXAMPLE_DATASET } from "../../support/data/example-dataset.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";

describe("data/example", () => {
  const dir = sharedDirectory("example");
  let db: BuildDatabase;
  let report: LoadReport;
  const progress: [string, number, number][] = [];

  beforeAll(async () => {
    db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 512, tempDirectory: dir });
    report = await loadDataset(db, EXAMPLE_DATASET, {
      strict: true,
      rejectsPath: join(dir, "rejects.ndjson"),
      onProgress: (...step) => progress.push(step),
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

  it("leaves an empty rejects file and tells each table's progress once", async () => {
    expect(await readFile(join(dir, "rejects.ndjson"), "utf8")).toBe("");
    expect(progress.map(([, done]) => done)).toEqual(DATASET_TABLES.map((_, i) => i + 1));
    expect(progress.at(-1)).toEqual(["origin_rows", DATASET_TABLES.length, DATASET_TABLES.length]);
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
