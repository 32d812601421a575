import { describe, expect, it } from "vitest";
import { COMPANY_EXPOSURE } from "../../../../src/domains/economy/aggregates/companies.ts";
import {
  PRICE_RETURN_INDEX,
  SHORT_INTEREST_SERIES,
} from "../../../../src/domains/economy/aggregates/series.ts";
import { emptyDatasetDatabase, insertRows, runAggregates } from "../../../support/data/build-db.ts";
import { opened } from "../../../support/run/fixtures.ts";

const CODES = ["AAA", "BBB", "CCC", "DDD", "EEE"];

const db = opened(emptyDatasetDatabase, { each: true });

const values = async (table: string) => {
  const rows = await db.rows<{ series_key: string; period: string; value: number }>(
    `SELECT series_key, period::VARCHAR AS period, value FROM derived.${table} ORDER BY series_key, period`,
  );
  return rows.map((row) => [row.series_key, row.period, row.value] as const);
};

/** Five companies in wa with market caps 100, 200 … 500 and weight 1. */
async function fiveCompanies(extra: Record<string, string> = {}) {
  await insertRows(
    db,
    "companies",
    CODES.map((stock_code, i) => ({
      stock_code,
      market_cap: String(100 * (i + 1)),
      address: "1 High Street, WA, AUSTRALIA, 6000",
      ...extra,
    })),
  );
}

describe("SHORT_INTEREST_SERIES", () => {
  const run = () => runAggregates(db, [COMPANY_EXPOSURE, SHORT_INTEREST_SERIES]);

  it("weights each company's last percentage of the month by exposure and market cap", async () => {
    await insertRows(db, "companies", [
      { stock_code: "AAA", market_cap: "1000" },
      { stock_code: "BBB", market_cap: "500" },
      { stock_code: "CCC", market_cap: "unknown" },
    ]);
    await insertRows(db, "company_exposures", [
      { stock_code: "AAA", region: "wa", weight: 0.5 },
      { stock_code: "AAA", region: "international", weight: 0.5 },
      { stock_code: "BBB", region: "wa", weight: 0.2 },
      { stock_code: "CCC", region: "wa", weight: 1 },
    ]);
    await insertRows(db, "short_positions", [
      { stock_code: "AAA", date: "2026-01-05", short_percent: 50 },
      { stock_code: "AAA", date: "2026-01-30", short_percent: 2 },
      { stock_code: "AAA", date: "2026-01-31", short_percent: 77, product_name: "AAA DEFERRED SETTLEMENT" },
      { stock_code: "BBB", date: "2026-01-10", short_percent: 0 },
      { stock_code: "CCC", date: "2026-01-10", short_percent: 90 },
      { stock_code: "BBB", date: "2026-03-10", short_percent: 3 },
    ]);
    await run();
    expect(await values("short_interest_series")).toEqual([
      ["markets.short_interest_wavg.wa", "2026-01-01", (500 * 2 + 100 * 0) / 600],
      ["markets.short_interest_wavg.wa", "2026-03-01", 3],
    ]);
  });

  it("gives an industry's plain mean from 5 companies on, under a slugged key", async () => {
    await fiveCompanies({ industry: "Food, Beverage & Tobacco (ASX)" });
    const january = CODES.map((stock_code, i) => ({ stock_code, date: "2026-01-30", short_percent: i }));
    const february = january.slice(1).map((row) => ({ ...row, date: "2026-02-27" }));
    await insertRows(db, "short_positions", [...january, ...february]);
    await run();
    const industry = (await values("short_interest_series")).filter(([key]) => key.includes("_avg."));
    expect(industry).toEqual([["markets.short_interest_avg.food-beverage-tobacco-asx.aus", "2026-01-01", 2]]);
  });

  it("names the region and the unit", async () => {
    await fiveCompanies({ industry: "Energy" });
    await insertRows(
      db,
      "short_positions",
      CODES.map((stock_code) => ({ stock_code, date: "2026-01-30", short_percent: 1 })),
    );
    await run();
    const facts = await db.rows(
      "SELECT metric, product, region_type, region_code, region_name, unit FROM derived.short_interest_series ORDER BY metric",
    );
    expect(facts).toEqual([
      {
        metric: "short_interest_avg",
        product: "energy",
        region_type: "national",
        region_code: "aus",
        region_name: "Australia",
        unit: "percent",
      },
      {
        metric: "short_interest_wavg",
        product: "",
        region_type: "state",
        region_code: "wa",
        region_name: "Western Australia",
        unit: "percent",
      },
    ]);
  });
});

describe("PRICE_RETURN_INDEX", () => {
  const run = () => runAggregates(db, [COMPANY_EXPOSURE, PRICE_RETURN_INDEX]);
  const prices = (date: string, closes: readonly number[]) =>
    insertRows(
      db,
      "stock_prices",
      closes.map((close, i) => ({ stock_code: CODES[i], date, close })),
    );

  it("is 100 in the first month and then the running product of weighted returns", async () => {
    await fiveCompanies();
    await prices("2026-01-10", [1, 1, 1, 1, 1]);
    await prices("2026-01-30", [10, 10, 10, 10, 10]);
    await prices("2026-02-27", [11, 10, 10, 10, 10]);
    await prices("2026-03-31", [11, 10, 10, 10, 12]);
    await run();
    const found = await values("price_return_index");
    expect(found.map(([key, period]) => [key, period])).toEqual(
      ["2026-01-01", "2026-02-01", "2026-03-01"].map((period) => ["markets.price_return_index.wa", period]),
    );
    const february = 1 + (100 * (11 / 10 - 1)) / 1500;
    const march = 1 + (500 * (12 / 10 - 1)) / 1500;
    expect(found[0][2]).toBe(100);
    expect(found[1][2]).toBeCloseTo(100 * february, 11);
    expect(found[2][2]).toBeCloseTo(100 * february * march, 11);
  });

  it("wants five companies with consecutive months", async () => {
    await fiveCompanies();
    await prices("2026-01-30", [10, 10, 10, 10]);
    await prices("2026-02-27", [11, 11, 11, 11, 11]);
    await prices("2026-03-31", [11, 11, 11, 11, 11]);
    await prices("2026-05-29", [12, 12, 12, 12, 12]);
    await run();
    expect(await values("price_return_index")).toEqual([
      ["markets.price_return_index.wa", "2026-02-01", 100],
      ["markets.price_return_index.wa", "2026-03-01", 100],
    ]);
  });

  it("takes a state return beyond 25 % for drift: no value, and the index does not move", async () => {
    await fiveCompanies();
    await prices("2026-01-30", [10, 10, 10, 10, 10]);
    await prices("2026-02-27", [12.5, 12.5, 12.5, 12.5, 12.5]);
    await prices("2026-03-31", [20, 20, 20, 20, 20]);
    await prices("2026-04-30", [10, 10, 10, 10, 10]);
    await prices("2026-05-29", [11, 11, 11, 11, 11]);
    await run();
    const found = await values("price_return_index");
    expect(found.map(([, period]) => period)).toEqual(["2026-01-01", "2026-02-01", "2026-05-01"]);
    expect(found[1][2]).toBeCloseTo(125, 11);
    expect(found[2][2]).toBeCloseTo(137.5, 11);
  });

  it("leaves out operations abroad and companies without a market cap", async () => {
    await fiveCompanies();
    await insertRows(db, "company_exposures", [{ stock_code: "EEE", region: "international", weight: 1 }]);
    await prices("2026-01-30", [10, 10, 10, 10, 10]);
    await prices("2026-02-27", [11, 11, 11, 11, 11]);
    await run();
    expect(await values("price_return_index")).toEqual([]);
  });
});
