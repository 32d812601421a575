import { describe, expect, it } from "vitest";
import {
  COMPANY_EXPOSURE,
  STATE_COMPANIES,
  STATE_COMPANY_AGGREGATES,
} from "../../../../src/domains/economy/aggregates/companies.ts";
import { emptyDatasetDatabase, insertRows, runAggregates } from "../../../support/data/build-db.ts";
import { opened } from "../../../support/run/fixtures.ts";

const PARTS = [COMPANY_EXPOSURE, STATE_COMPANIES, STATE_COMPANY_AGGREGATES];

const db = opened(emptyDatasetDatabase, { each: true });

const companies = () =>
  db.rows<Record<string, unknown>>("SELECT * FROM serve.state_companies ORDER BY state, rank");
const company = async (stockCode: string) => (await companies()).find((row) => row.stock_code === stockCode);

describe("STATE_COMPANIES", () => {
  it("places a company without modelled rows by its registered office", async () => {
    await insertRows(db, "companies", [
      { stock_code: "AAA", address: "Level 3, 150 High Street, PERTH, WA, AUSTRALIA, 6000" },
      { stock_code: "BBB", address: "1 Low Road, Brisbane, Qld, Australia, 4000" },
      { stock_code: "CCC", address: "1 Queen Street, AUCKLAND, NEW ZEALAND, 1010" },
      { stock_code: "DDD", address: "VIC, AUSTRALIA, 3205 and then something else" },
      { stock_code: "EEE" },
    ]);
    await runAggregates(db, PARTS);
    const rows = await companies();
    expect(rows.map((row) => [row.state, row.stock_code])).toEqual([
      ["qld", "BBB"],
      ["wa", "AAA"],
    ]);
    expect(rows[1]).toMatchObject({ weight: 1, basis: "Registered office", source: "hq_fallback" });
  });

  it("takes modelled rows instead of the office, even when they are all abroad", async () => {
    const address = "1 High Street, WA, AUSTRALIA, 6000";
    await insertRows(db, "companies", [
      { stock_code: "AAA", address },
      { stock_code: "BBB", address },
    ]);
    await insertRows(db, "company_exposures", [
      { stock_code: "AAA", region: "nsw", weight: 0.7, basis: "Mines" },
      { stock_code: "AAA", region: "international", weight: 0.3 },
      { stock_code: "BBB", region: "international", weight: 1 },
    ]);
    await runAggregates(db, PARTS);
    expect((await companies()).map((row) => [row.state, row.stock_code, row.weight, row.source])).toEqual([
      ["nsw", "AAA", 0.7, "llm"],
    ]);
  });

  it("reads a market cap of digits and dots only", async () => {
    const texts = { AAA: "1500.5", BBB: "$1500", CCC: "1,500", DDD: "1.5.0", EEE: "1e9", FFF: "", GGG: "-5" };
    const address = "1 High Street, SA, AUSTRALIA, 5000";
    await insertRows(
      db,
      "companies",
      Object.entries(texts).map(([stock_code, market_cap]) => ({ stock_code, market_cap, address })),
    );
    await runAggregates(db, PARTS);
    const caps = Object.fromEntries((await companies()).map((row) => [row.stock_code, row.market_cap]));
    expect(caps).toEqual({ AAA: 1500.5, BBB: null, CCC: null, DDD: null, EEE: null, FFF: null, GGG: null });
  });

  it("takes the most recent positive short percentage of the past month", async () => {
    const codes = ["AAA", "BBB", "CCC", "DDD", "EEE"];
    const address = "1 High Street, NT, AUSTRALIA, 0800";
    await insertRows(
      db,
      "companies",
      codes.map((stock_code) => ({ stock_code, address })),
    );
    await insertRows(db, "short_positions", [
      { stock_code: "AAA", date: "2026-11-05", short_percent: 2.5 },
      { stock_code: "AAA", date: "2026-11-06", short_percent: 0 },
      { stock_code: "BBB", date: "2026-10-07", short_percent: 4 },
      // Exactly a month before the newest date: not in the past month, here as in every method.
      { stock_code: "CCC", date: "2026-10-06", short_percent: 4 },
      { stock_code: "DDD", date: "2026-11-06", short_percent: 9, product_name: "DDD Deferred Settlement" },
      { stock_code: "DDD", date: "2026-11-04", short_percent: 1 },
    ]);
    await runAggregates(db, PARTS);
    const shorts = Object.fromEntries((await companies()).map((row) => [row.stock_code, row.short_percent]));
    expect(shorts).toEqual({ AAA: 2.5, BBB: 4, CCC: null, DDD: 1, EEE: null });
    expect(
      await db.rows(
        "SELECT stock_code, short_date::VARCHAR AS of FROM serve.state_companies ORDER BY stock_code",
      ),
    ).toEqual([
      { stock_code: "AAA", of: "2026-11-05" },
      { stock_code: "BBB", of: "2026-10-07" },
      { stock_code: "CCC", of: null },
      { stock_code: "DDD", of: "2026-11-04" },
      { stock_code: "EEE", of: null },
    ]);
  });

  it("keeps the 50 that a request can ask for", async () => {
    const codes = Array.from({ length: 60 }, (_, i) => `C${String(i).padStart(2, "0")}`);
    const address = "1 High Street, ACT, AUSTRALIA, 2600";
    await insertRows(
      db,
      "companies",
      codes.map((stock_code, i) => ({ stock_code, address, market_cap: String(1 + i) })),
    );
    await runAggregates(db, PARTS);
    expect((await companies()).map((row) => row.stock_code)).toEqual(codes.toReversed().slice(0, 50));
    expect(await company("C59")).toMatchObject({
      rank: 1,
      company_name: null,
      industry: null,
      logo_url: null,
    });
  });
});

describe("STATE_COMPANY_AGGREGATES", () => {
  const aggregates = () =>
    db.rows<Record<string, unknown>>("SELECT * FROM serve.state_company_aggregates ORDER BY rank");

  it("counts weights from 0.2 and leaves companies without short data out of the mean", async () => {
    await insertRows(db, "companies", [
      { stock_code: "AAA", market_cap: "1000" },
      { stock_code: "BBB", market_cap: "3000" },
      { stock_code: "CCC", market_cap: "500" },
      { stock_code: "DDD" },
    ]);
    await insertRows(db, "company_exposures", [
      { stock_code: "AAA", region: "vic", weight: 0.5 },
      { stock_code: "BBB", region: "vic", weight: 0.2 },
      { stock_code: "CCC", region: "vic", weight: 0.1 },
      { stock_code: "DDD", region: "vic", weight: 1 },
      { stock_code: "AAA", region: "international", weight: 0.5 },
    ]);
    await insertRows(db, "short_positions", [
      { stock_code: "AAA", date: "2026-11-06", short_percent: 2 },
      { stock_code: "BBB", date: "2026-10-20", short_percent: 4 },
      { stock_code: "DDD", date: "2026-10-10", short_percent: 99 },
    ]);
    await runAggregates(db, PARTS);
    expect(await aggregates()).toEqual([
      {
        rank: 1,
        state: "vic",
        company_count: 3,
        exposure_weighted_market_cap: 500 + 600 + 50,
        exposure_weighted_short_percent: (500 * 2 + 600 * 4) / 1100,
        // Without a market cap DDD has no part in the mean.
        oldest_short_date: new Date("2026-10-20"),
        newest_short_date: new Date("2026-11-06"),
      },
    ]);
  });

  it("orders by market cap, then state, with 0 where nothing is known", async () => {
    await insertRows(db, "companies", [{ stock_code: "AAA" }, { stock_code: "BBB", market_cap: "10" }]);
    await insertRows(db, "company_exposures", [
      { stock_code: "AAA", region: "wa", weight: 0.1 },
      { stock_code: "AAA", region: "act", weight: 0.1 },
      { stock_code: "BBB", region: "nt", weight: 0.1 },
    ]);
    await runAggregates(db, PARTS);
    const rows = await aggregates();
    expect(rows.map((row) => row.state)).toEqual(["nt", "act", "wa"]);
    expect(rows[1]).toMatchObject({
      company_count: 0,
      exposure_weighted_market_cap: 0,
      exposure_weighted_short_percent: 0,
    });
  });
});
