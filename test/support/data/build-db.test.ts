import { afterEach, describe, expect, it } from "vitest";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { emptyDatasetDatabase, insertRows, rowOf } from "./build-db.ts";

describe("rowOf", () => {
  it("fills columns by position, then what is alike, and lets a last row change any", () => {
    const price = rowOf("stock_code date", { close: 1, volume: 5 });
    expect(price("AAA", "2026-11-02")).toEqual({
      stock_code: "AAA",
      date: "2026-11-02",
      close: 1,
      volume: 5,
    });
    expect(rowOf("id", (id) => ({ url: `/${id}` }))(7)).toEqual({ id: 7, url: "/7" });
    expect(price("AAA", null, { close: 2 })).toEqual({ stock_code: "AAA", date: null, close: 2, volume: 5 });
  });
});

describe("insertRows", () => {
  let db: BuildDatabase;
  afterEach(() => db.close());

  it("fills the columns a row leaves out with the table's default or null", async () => {
    db = await emptyDatasetDatabase();
    await insertRows(db, "suburb_demographics", [
      { sal_code: "10001", sal_name: "O'Brien", state_code: "NSW", population: 0 },
    ]);
    const rows = await db.rows(
      "SELECT sal_name, census_year, population, median_age FROM suburb_demographics",
    );
    expect(rows).toEqual([{ sal_name: "O'Brien", census_year: 2021, population: 0, median_age: null }]);
  });

  it("refuses a column the table does not have", async () => {
    db = await emptyDatasetDatabase();
    await expect(insertRows(db, "trading_dates", [{ day: "2026-01-02" }])).rejects.toThrow(
      'table trading_dates has no column "day"',
    );
  });

  it("stores timestamps as UTC and lists as lists", async () => {
    db = await emptyDatasetDatabase();
    await insertRows(db, "property_valuations", [
      { address_key: "a", source: "s", fetched_at: "2026-10-30T01:02:03Z", fetch_status: "ok" },
    ]);
    await insertRows(db, "suburb_planning", [{ sal_code: "10001", instruments: ["Plan A", "Plan B"] }]);
    expect(
      await db.rows(
        "SELECT epoch_ms(fetched_at) AS at, source_licence FROM property_valuations WHERE fetched_at < getvariable('as_of')",
      ),
    ).toEqual([{ at: BigInt(Date.UTC(2026, 9, 30, 1, 2, 3)), source_licence: "proprietary-tos-restricted" }]);
    expect(await db.rows("SELECT instruments FROM suburb_planning")).toEqual([
      { instruments: ["Plan A", "Plan B"] },
    ]);
  });
});
