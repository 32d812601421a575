import { beforeEach, describe, expect, it } from "vitest";
import { PRICES } from "../../../../src/domains/suburbs/aggregates/prices.ts";
import { emptyDatasetDatabase, insertRows, orderOf, rowOf, runFor } from "../../../support/data/build-db.ts";
import { opened } from "../../../support/run/fixtures.ts";

const RESTRICTED = { source_licence: "proprietary-tos-restricted" };
const median = rowOf("region_code period value", {
  ...{ measure: "median_price", dwelling_type: "house", period_freq: "Q", source: "a" },
});

const db = opened(emptyDatasetDatabase, { each: true });

describe("price series", () => {
  it("keeps public points of every frequency, period ascending, then source, and names the last one's source", async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "AUS", region_type: "national", region_name: "Australia" },
    ]);
    await insertRows(db, "house_prices", [
      median("AUS", "2026-06-30", 3, { source: "b", source_licence: "CC0", is_preliminary: true }),
      median("AUS", "2026-06-30", 2, { period_freq: "A", unit: "AUD" }),
      median("AUS", "2026-05-31", 1, { period_freq: "M", unit: "AUD" }),
      median("AUS", "2026-09-30", 9, RESTRICTED),
      median("AUS", "2026-09-30", 5, { dwelling_type: "attached" }),
    ]);
    await runFor(db, PRICES, "serve.price_series");
    const rows = await db.rows(
      `SELECT region_name, unit, source, source_licence, periods::VARCHAR[] AS periods, point_values, preliminary,
         sources, licences
       FROM serve.price_series WHERE region_code = 'AUS' AND measure = 'median_price' AND dwelling_type = 'house'`,
    );
    expect(rows).toEqual([
      {
        region_name: "Australia",
        unit: null,
        source: "b",
        source_licence: "CC0",
        periods: ["2026-05-31", "2026-06-30", "2026-06-30"],
        point_values: [1, 2, 3],
        preliminary: [false, false, true],
        sources: ["a", "a", "b"],
        licences: ["CC-BY-4.0", "CC-BY-4.0", "CC0"],
      },
    ]);
  });

  it("says source and licence once where all points share them", async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "AUS", region_type: "national", region_name: "Australia" },
    ]);
    await insertRows(db, "house_prices", [
      median("AUS", "2026-06-30", 3),
      median("AUS", "2026-09-30", 4),
      median("AUS", "2026-09-30", 9, { ...RESTRICTED, source: "b" }),
      median("AUS", "2026-06-30", 5, { dwelling_type: "all" }),
      median("AUS", "2026-09-30", 6, { dwelling_type: "all", source_licence: "CC-BY-NC-4.0" }),
    ]);
    await runFor(db, PRICES, "serve.price_series");
    expect(
      await db.rows("SELECT dwelling_type, sources, licences FROM serve.price_series ORDER BY dwelling_type"),
    ).toEqual([
      { dwelling_type: "all", sources: ["a", "a"], licences: ["CC-BY-4.0", "CC-BY-NC-4.0"] },
      { dwelling_type: "house", sources: null, licences: null },
    ]);
  });
});

describe("housing regions", () => {
  const region = rowOf("region_code region_name", { region_type: "gccsa" });
  const regions = async () => {
    await runFor(db, PRICES, "serve.housing_regions");
    return db.rows<Record<string, unknown>>(
      `SELECT region_code, latest_value, latest_period::VARCHAR AS latest_period
       FROM serve.housing_regions ORDER BY ${orderOf(PRICES, "housing_regions")}`,
    );
  };

  it("takes the newest house median, then established_house before house, never attached or a mean", async () => {
    await insertRows(db, "house_price_regions", [region("1GSYD", "Greater Sydney")]);
    await insertRows(db, "house_prices", [
      median("1GSYD", "2026-06-30", 100),
      median("1GSYD", "2026-09-30", 130, { dwelling_type: "established_house" }),
      median("1GSYD", "2026-09-30", 120, { dwelling_type: "house" }),
      median("1GSYD", "2026-12-31", 70, { dwelling_type: "attached" }),
      median("1GSYD", "2026-12-31", 60, { measure: "mean_price" }),
      median("1GSYD", "2026-12-31", 50, RESTRICTED),
    ]);
    expect(await regions()).toEqual([
      { region_code: "1GSYD", latest_value: 130, latest_period: "2026-09-30" },
    ]);
  });

  it("hides a region whose prices are all restricted and lists one without any price", async () => {
    await insertRows(db, "house_price_regions", [
      region("R3", "Only attached"),
      region("R2", "Hidden"),
      region("R1", "Never priced"),
      region("R0", "Never priced"),
    ]);
    await insertRows(db, "house_prices", [
      median("R2", "2026-09-30", 1, RESTRICTED),
      median("R3", "2026-09-30", 1, { dwelling_type: "attached" }),
      median("R3", "2026-09-30", 1, RESTRICTED),
    ]);
    expect(await regions()).toEqual([
      { region_code: "R0", latest_value: null, latest_period: null },
      { region_code: "R1", latest_value: null, latest_period: null },
      { region_code: "R3", latest_value: null, latest_period: null },
    ]);
  });
});

describe("suburb price", () => {
  beforeEach(async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "B", region_type: "suburb", region_name: "X", state_code: "NSW", sal_code: "10001" },
      { region_code: "A", region_type: "suburb", region_name: "X", state_code: "NSW", sal_code: "10001" },
      { region_code: "C", region_type: "suburb", region_name: "Unlinked", state_code: "NSW" },
    ]);
  });
  const prices = async () => {
    await runFor(db, PRICES, "work.suburb_price");
    return db.rows<Record<string, unknown>>(
      `SELECT sal_code, region_code, latest_median_price AS price, latest_period::VARCHAR AS period,
         round(yoy_pct, 9) AS yoy FROM work.suburb_price ORDER BY sal_code`,
    );
  };

  it("prefers the linked region with the newest period, then the lower region code", async () => {
    await insertRows(db, "house_prices", [
      median("A", "2026-06-30", 5),
      median("B", "2026-09-30", 7),
      median("C", "2026-12-31", 9),
    ]);
    expect(await prices()).toEqual([
      { sal_code: "10001", region_code: "B", price: 7, period: "2026-09-30", yoy: null },
    ]);
  });

  it("breaks a tie of periods by region code", async () => {
    await insertRows(db, "house_prices", [median("B", "2026-09-30", 7), median("A", "2026-09-30", 5)]);
    expect(await prices()).toMatchObject([{ region_code: "A", price: 5 }]);
  });

  it("measures the yearly change against the same period a year before, and gives none over a gap", async () => {
    await insertRows(db, "house_prices", [
      median("A", "2025-06-30", 80),
      median("A", "2025-09-30", 100, { source: "z" }),
      median("A", "2025-09-30", 50, { source: "b" }),
      median("A", "2026-09-30", 125, { source: "z" }),
      median("B", "2025-09-30", 1),
    ]);
    expect(await prices()).toMatchObject([{ price: 125, yoy: 25 }]);
    await db.run("DROP TABLE work.latest_price; DROP TABLE work.suburb_price");
    await db.run("DELETE FROM house_prices WHERE source = 'z' AND period = DATE '2025-09-30'");
    expect(await prices()).toMatchObject([{ price: 125, yoy: null }]);
  });

  it("shows no preliminary figure while there is a final one, and says so where there is none", async () => {
    await insertRows(db, "house_prices", [
      median("A", "2025-12-31", 100, { period_freq: "A" }),
      median("A", "2026-12-31", 239, { period_freq: "A", is_preliminary: true }),
      median("B", "2026-12-31", 200, { period_freq: "A", is_preliminary: true }),
    ]);
    expect(await prices()).toMatchObject([{ region_code: "A", price: 100, period: "2025-12-31" }]);
    await db.run("DROP TABLE work.latest_price; DROP TABLE work.suburb_price");
    await db.run("DELETE FROM house_prices WHERE NOT is_preliminary");
    expect(await prices()).toMatchObject([{ region_code: "A", price: 239 }]);
    expect(await db.rows("SELECT latest_is_preliminary FROM work.suburb_price")).toEqual([
      { latest_is_preliminary: true },
    ]);
  });

  it("ignores restricted rows, other dwelling types and other measures", async () => {
    await insertRows(db, "house_prices", [
      median("A", "2026-06-30", 5),
      median("A", "2026-09-30", 1, RESTRICTED),
      median("A", "2026-09-30", 2, { dwelling_type: "attached" }),
      median("A", "2026-09-30", 3, { measure: "mean_price" }),
      median("B", "2026-09-30", 4, RESTRICTED),
    ]);
    expect(await prices()).toMatchObject([{ region_code: "A", price: 5, period: "2026-06-30" }]);
  });
});
