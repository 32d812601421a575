import { beforeEach, describe, expect, it } from "vitest";
import { PRICES } from "../../../../../src/domains/suburbs/aggregates/prices.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  orderOf,
  type PartialRow,
  runFor,
} from "../../../../support/data/build-db.ts";
import { opened } from "../../../../support/run/fixtures.ts";

describe("housing headline", () => {
  const db = opened(emptyDatasetDatabase, { each: true });
  beforeEach(async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "AUS", region_type: "national", region_name: "Australia" },
      { region_code: "NSW", region_type: "state", region_name: "New South Wales", state_code: "NSW" },
      { region_code: "VIC", region_type: "state", region_name: "Victoria", state_code: "VIC" },
    ]);
  });

  const price = (row: PartialRow): PartialRow => ({
    region_code: "NSW",
    measure: "mean_price",
    dwelling_type: "all",
    period_freq: "Q",
    source: "a",
    unit: "AUD",
    ...row,
  });
  const quarters = ["2025-09-30", "2025-12-31", "2026-03-31", "2026-06-30", "2026-09-30"];
  const headline = async () => {
    await runFor(db, PRICES, "serve.housing_headline");
    return db.rows<Record<string, unknown>>(
      `SELECT region_code, measure, dwelling_type, period::VARCHAR AS period, value,
         round(qoq_pct, 9) AS qoq, round(yoy_pct, 9) AS yoy
       FROM serve.housing_headline ORDER BY ${orderOf(PRICES, "housing_headline")}`,
    );
  };

  it("leaves the changes unknown when the earlier observations are missing", async () => {
    await insertRows(db, "house_prices", [price({ period: quarters[4], value: 250 })]);
    expect(await headline()).toMatchObject([{ value: 250, qoq: null, yoy: null }]);
  });

  it("compares within one source and one frequency and never across two", async () => {
    await insertRows(db, "house_prices", [
      price({ period: quarters[3], value: 100, source: "a" }),
      price({ period: quarters[0], value: 100, source: "b", period_freq: "A" }),
      price({ period: quarters[3], value: 300, source: "b" }),
      price({ period: quarters[4], value: 330, source: "b" }),
    ]);
    expect(await headline()).toMatchObject([{ value: 330, qoq: 10, yoy: null }]);
  });

  it("gives no change over a gap, however many observations there are", async () => {
    const periods = [
      "2019-09-30",
      "2020-09-30",
      "2023-06-30",
      "2024-03-31",
      "2025-06-30",
      "2026-03-31",
      quarters[4],
    ];
    await insertRows(
      db,
      "house_prices",
      periods.map((period, i) => price({ period, value: 100 + i })),
    );
    expect(await headline()).toMatchObject([{ value: 106, qoq: null, yoy: null }]);
  });

  it("finds the same month a year before, whatever day the publisher dates it", async () => {
    await insertRows(db, "house_prices", [
      price({ period: "2024-02-29", value: 100, period_freq: "M" }),
      price({ period: "2024-11-01", value: 110, period_freq: "M" }),
      price({ period: "2025-02-28", value: 121, period_freq: "M" }),
    ]);
    expect(await headline()).toMatchObject([{ value: 121, qoq: 10, yoy: 21 }]);
  });

  it("gives no change where a figure is not above zero, whichever of the two", async () => {
    const growth = (period: string, value: number) =>
      price({ period, value, measure: "housing_credit_growth", period_freq: "M", unit: "percent" });
    await insertRows(db, "house_prices", [growth("2025-02-28", 4), growth("2025-11-30", -2)]);
    await insertRows(db, "house_prices", [growth("2026-02-28", 3)]);
    await insertRows(db, "house_prices", [
      price({ period: "2025-11-30", value: 4, measure: "other", period_freq: "M" }),
      price({ period: "2026-02-28", value: -1, measure: "other", period_freq: "M", unit: "percent" }),
    ]);
    expect(await headline()).toMatchObject([
      { value: 3, qoq: null, yoy: -25 },
      { value: -1, qoq: null, yoy: null },
    ]);
  });

  it("lets the newest period win, then the source that sorts first", async () => {
    await insertRows(db, "house_prices", [
      price({ period: quarters[4], value: 2, source: "b" }),
      price({ period: quarters[4], value: 1, source: "a" }),
      price({ period: quarters[3], value: 9, source: "a" }),
    ]);
    expect(await headline()).toMatchObject([{ value: 1 }]);
  });

  it("takes the newest of every frequency, and an annual figure's change over its year", async () => {
    await insertRows(db, "house_prices", [
      price({ period: quarters[3], value: 1 }),
      price({ period: "2025-12-31", value: 2, period_freq: "A" }),
      price({ period: "2026-10-31", value: 2, period_freq: "M" }),
      price({ period: "2026-12-31", value: 3, period_freq: "A" }),
    ]);
    expect(await headline()).toMatchObject([{ value: 3, period: "2026-12-31", qoq: null, yoy: 50 }]);
    expect(await db.rows("SELECT frequency, source, source_licence FROM serve.housing_headline")).toEqual([
      { frequency: "annual", source: "a", source_licence: "CC-BY-4.0" },
    ]);
  });

  it("lets a final figure of a period stand before a preliminary one, and the newest period before both", async () => {
    await insertRows(db, "house_prices", [
      price({ period: quarters[3], value: 1 }),
      price({ period: quarters[4], value: 2, is_preliminary: true, source: "a" }),
      price({ period: quarters[4], value: 3, source: "b" }),
    ]);
    expect(await headline()).toMatchObject([{ value: 3 }]);
  });

  it("removes restricted rows before it ranks and before it compares", async () => {
    const restricted = { source_licence: "proprietary-tos-restricted" };
    await insertRows(db, "house_prices", [
      price({ period: quarters[0], value: 100 }),
      price({ period: quarters[3], value: 1, ...restricted }),
      price({ period: quarters[4], value: 120 }),
      price({ period: "2026-12-31", value: 999, ...restricted }),
    ]);
    expect(await headline()).toMatchObject([{ value: 120, qoq: null, yoy: 20 }]);
  });

  it("orders by region type, measure, value descending, then region and dwelling type", async () => {
    const at = { period: quarters[4] };
    await insertRows(db, "house_prices", [
      price({ ...at, region_code: "NSW", measure: "price_index", value: 1 }),
      price({ ...at, region_code: "VIC", measure: "mean_price", value: 7, dwelling_type: "attached" }),
      price({ ...at, region_code: "VIC", measure: "mean_price", value: 7, dwelling_type: "all" }),
      price({ ...at, region_code: "NSW", measure: "mean_price", value: 7 }),
      price({
        ...at,
        region_code: "VIC",
        measure: "mean_price",
        value: 8,
        dwelling_type: "established_house",
      }),
      price({ ...at, region_code: "AUS", measure: "price_index", value: 1 }),
    ]);
    expect((await headline()).map((r) => `${r.region_code} ${r.measure} ${r.dwelling_type}`)).toEqual([
      "AUS price_index all",
      "VIC mean_price established_house",
      "NSW mean_price all",
      "VIC mean_price all",
      "VIC mean_price attached",
      "NSW price_index all",
    ]);
  });
});
