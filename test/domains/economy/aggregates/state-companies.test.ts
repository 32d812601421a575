import { describe, expect, it } from "vitest";
import { COMPANIES } from "../../../../src/domains/economy/aggregates/companies.ts";
import { emptyDatasetDatabase, insertTables, rowOf, runAggregates } from "../../../support/data/build-db.ts";
import type { Tables } from "../../../support/data/method-calls.ts";
import { opened } from "../../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase, { each: true });
const company = rowOf("stock_code", { address: "1 High Street, WA, AUSTRALIA, 6000" });
const exposure = rowOf("stock_code region weight");
const short = rowOf("stock_code date short_percent");

async function built(tables: Tables, sql: string): Promise<Record<string, unknown>[]> {
  await insertTables(db, tables);
  await runAggregates(db, COMPANIES);
  return db.rows(sql);
}

describe("state_companies", () => {
  const companies = (tables: Tables) =>
    built(
      tables,
      "SELECT * REPLACE (short_date::VARCHAR AS short_date) FROM serve.state_companies ORDER BY state, rank",
    );
  const figuresOf = (rows: readonly Record<string, unknown>[], figure: string) =>
    Object.fromEntries(rows.map((row) => [row.stock_code, row[figure]]));

  it("places a company without modelled rows by its registered office", async () => {
    const rows = await companies({
      companies: [
        { stock_code: "AAA", address: "Level 3, 150 High Street, PERTH, WA, AUSTRALIA, 6000" },
        { stock_code: "BBB", address: "1 Low Road, Brisbane, Qld, Australia, 4000" },
        { stock_code: "CCC", address: "1 Queen Street, AUCKLAND, NEW ZEALAND, 1010" },
        { stock_code: "DDD", address: "VIC, AUSTRALIA, 3205 and then something else" },
        { stock_code: "EEE" },
      ],
    });
    expect(figuresOf(rows, "state")).toEqual({ BBB: "qld", AAA: "wa" });
    expect(rows[1]).toMatchObject({ weight: 1, basis: "Registered office", source: "hq_fallback" });
  });

  it("takes modelled rows instead of the office, even when they are all abroad", async () => {
    const rows = await companies({
      companies: [company("AAA"), company("BBB")],
      company_exposures: [
        exposure("AAA", "nsw", 0.7, { basis: "Mines" }),
        exposure("AAA", "international", 0.3),
        exposure("BBB", "international", 1),
      ],
    });
    expect(rows.map((row) => [row.state, row.stock_code, row.weight, row.source])).toEqual([
      ["nsw", "AAA", 0.7, "llm"],
    ]);
  });

  it("reads a market cap of digits and dots only", async () => {
    const texts = { AAA: "1500.5", BBB: "$1500", CCC: "1,500", DDD: "1.5.0", EEE: "1e9", FFF: "", GGG: "-5" };
    const rows = await companies({
      companies: Object.entries(texts).map(([code, market_cap]) => company(code, { market_cap })),
    });
    const read = { AAA: 1500.5, BBB: null, CCC: null, DDD: null, EEE: null, FFF: null, GGG: null };
    expect(figuresOf(rows, "market_cap")).toEqual(read);
  });

  it("takes the most recent positive short percentage of the past month", async () => {
    const rows = await companies({
      companies: ["AAA", "BBB", "CCC", "DDD", "EEE"].map((code) => company(code)),
      short_positions: [
        short("AAA", "2026-11-05", 2.5),
        short("AAA", "2026-11-06", 0),
        short("BBB", "2026-10-07", 4),
        // Exactly a month before the newest date is not within the past month, in any method.
        short("CCC", "2026-10-06", 4),
        short("DDD", "2026-11-06", 9, { product_name: "DDD Deferred Settlement" }),
        short("DDD", "2026-11-04", 1),
      ],
    });
    expect(figuresOf(rows, "short_percent")).toEqual({ AAA: 2.5, BBB: 4, CCC: null, DDD: 1, EEE: null });
    expect(figuresOf(rows, "short_date")).toEqual({
      AAA: "2026-11-05",
      BBB: "2026-10-07",
      CCC: null,
      DDD: "2026-11-04",
      EEE: null,
    });
  });

  it("keeps the 50 that a request can ask for", async () => {
    const codes = Array.from({ length: 60 }, (_, i) => `C${String(i).padStart(2, "0")}`);
    const rows = await companies({
      companies: codes.map((code, i) => company(code, { market_cap: String(1 + i) })),
    });
    expect(rows.map((row) => row.stock_code)).toEqual(codes.toReversed().slice(0, 50));
    expect(rows[0]).toMatchObject({ rank: 1, company_name: null, industry: null, logo_url: null });
  });
});

describe("state_company_aggregates", () => {
  const aggregates = (tables: Tables) =>
    built(tables, "SELECT * FROM serve.state_company_aggregates ORDER BY rank");

  it("counts weights from 0.2 and leaves companies without short data out of the mean", async () => {
    const rows = await aggregates({
      companies: [
        { stock_code: "AAA", market_cap: "1000" },
        { stock_code: "BBB", market_cap: "3000" },
        { stock_code: "CCC", market_cap: "500" },
        { stock_code: "DDD" },
      ],
      company_exposures: [
        exposure("AAA", "vic", 0.5),
        exposure("BBB", "vic", 0.2),
        exposure("CCC", "vic", 0.1),
        exposure("DDD", "vic", 1),
        exposure("AAA", "international", 0.5),
      ],
      short_positions: [
        short("AAA", "2026-11-06", 2),
        short("BBB", "2026-10-20", 4),
        short("DDD", "2026-10-10", 99),
      ],
    });
    expect(rows).toEqual([
      {
        rank: 1,
        state: "vic",
        company_count: 3,
        exposure_weighted_market_cap: 500 + 600 + 50,
        exposure_weighted_short_percent: (500 * 2 + 600 * 4) / 1100,
        // Without a market cap, DDD does not count in the mean.
        oldest_short_date: new Date("2026-10-20"),
        newest_short_date: new Date("2026-11-06"),
      },
    ]);
  });

  it("orders by market cap, then state, with 0 where nothing is known", async () => {
    const rows = await aggregates({
      companies: [{ stock_code: "AAA" }, { stock_code: "BBB", market_cap: "10" }],
      company_exposures: [
        exposure("AAA", "wa", 0.1),
        exposure("AAA", "act", 0.1),
        exposure("BBB", "nt", 0.1),
      ],
    });
    expect(rows.map((row) => row.state)).toEqual(["nt", "act", "wa"]);
    expect(rows[1]).toMatchObject({
      company_count: 0,
      exposure_weighted_market_cap: 0,
      exposure_weighted_short_percent: 0,
    });
  });
});
