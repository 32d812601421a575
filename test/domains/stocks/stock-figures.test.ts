import { describe, expect, it } from "vitest";
import { labelOf, verdictOf } from "../../../src/domains/stocks/queries/verdict.ts";
import { StockService, VerdictLabel } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { rowOf, rowsIn } from "../../support/data/build-db.ts";
import { type Json, stockCallsOver } from "../../support/data/stock-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getPeerComparison, getStockDetails, getStockVerdict } = StockService.method;

const company = rowOf("stock_code market_cap", (code) => ({
  company_name: `${code} Ltd`,
  industry: "Materials",
}));
const short = rowOf("stock_code date short_percent", (code) => ({
  product_name: `${code} LIMITED ORDINARY`,
  reported_short_positions: 100_000,
  total_product_in_issue: 100_000_000,
}));
const period = rowOf("period_type period_end", {
  stock_code: "AAA",
  source: "f",
  fetched_at: "2026-08-01T00:00:00Z",
});
const FULL = {
  stock_code: "AAA",
  company_name: "Alpha Ltd",
  industry: "Materials",
  market_cap: "500",
  pe_ratio: 14.5,
  dividend_yield: 3.25,
  address: "1 High Street",
  summary: "From the list.",
  website: "https://alpha.example",
  logo_url: "https://logo.example",
  tags: ["zinc", "lead"],
};

const calls = opened(() =>
  stockCallsOver({
    companies: [
      FULL,
      company("BBB", "100"),
      company("CCC", "900"),
      company("DDD", null),
      company("EEE", "100"),
      company("FFF", "n/a", { industry: "Energy" }),
      company("GGG", "5", { industry: null }),
      { stock_code: "HHH" },
    ],
    company_profiles: [
      {
        stock_code: "AAA",
        summary: "From the profile.",
        details: "At length.",
        enhanced_summary: "Edited.",
        company_history: "Old.",
        competitive_advantages: "Cheap.",
        risk_factors: ["rain", "fire"],
        recent_developments: "News.",
        twitter: "https://t.example",
        enrichment_date: "2026-10-02T04:00:00Z",
        logo_icon_url: "https://icon.example",
        logo_svg_url: "https://svg.example",
        logo_source_url: "https://source.example",
        logo_format: "svg",
        employee_count: 1250,
        beta: 1.12,
      },
    ],
    company_people: rowsIn(
      `id  name    role   bio       image_url  image_gcs_url  linkedin_url  source_url  source_type  position
       2   Second  -      -         -          -              -             -           -            2
       1   First   Chair  B.        i          g              l             s           website      1
       3   -       -      -         -          -              -             -           -            3
       4   -       -      No name.  -          -              -             -           -            4`,
      { stock_code: "AAA" },
    ),
    company_reports: rowsIn(
      `id  url                  title               type           date        source    gcs_url
       1   https://old.example  -                   -              2024-08-01  -         -
       2   https://new.example  T                   annual_report  2026-08-01  exchange  https://g.example
       3   -                    without an address  -              2026-09-01  -         -`,
      { stock_code: "AAA" },
    ),
    industry_history: rowsIn(`
      stock_code  observed_from  industry   source
      AAA         2026-06-15     Materials  observed
      AAA         2024-03-01     Energy     seed`),
    fundamentals_periods: [
      period("annual", "2026-06-30", {
        revenue: 10,
        net_income: 0,
        total_assets: 7,
        operating_cash_flow: 3,
        eps_diluted: 0.5,
      }),
      period("ttm", "2025-12-31", { eps_diluted: 0.4 }),
      period("quarter", "2026-09-30", { revenue: 2 }),
    ],
    short_positions: [
      short("AAA", "2026-10-01", 4.5),
      short("AAA", "2026-11-06", 6),
      short("CCC", "2026-11-06", 2.5),
      short("NEW", "2026-11-06", 0.5),
      short("OLD", "2020-01-06", 3),
    ],
    stock_prices: rowsIn(
      `date        close  high  low  volume
       2025-11-05  90     99    1    -
       2025-11-07  4      -     -    -
       2026-05-04  6      7.5   3.5  -
       2026-11-02  5      -     -    10000
       2026-11-03  5      -     -    10000
       2026-11-04  5      -     -    10000
       2026-11-05  5      -     -    10000
       2026-11-06  5      -     -    10000`,
      { stock_code: "AAA" },
    ),
    director_trades: rowsIn(`
      id  stock_code  director_name  trade_type  total_value  trade_date
      1   AAA         A              buy         400000       2026-11-01`),
  }),
);
describe("GetStockDetails", () => {
  it("fills every field of a company", async () => {
    expect(await calls.call(getStockDetails, { productCode: "aaa" })).toEqual({
      productCode: "AAA",
      companyName: "Alpha Ltd",
      industry: "Materials",
      address: "1 High Street",
      summary: "From the profile.",
      details: "At length.",
      website: "https://alpha.example",
      gcsUrl: "https://logo.example",
      tags: ["zinc", "lead"],
      enhancedSummary: "Edited.",
      companyHistory: "Old.",
      keyPeople: [
        {
          name: "First",
          role: "Chair",
          bio: "B.",
          imageUrl: "i",
          imageGcsUrl: "g",
          linkedinUrl: "l",
          sourceUrl: "s",
          sourceType: "website",
        },
        { name: "Second" },
        { bio: "No name." },
      ],
      financialReports: [
        {
          url: "https://new.example",
          title: "T",
          type: "annual_report",
          date: "2026-08-01",
          source: "exchange",
          gcsUrl: "https://g.example",
        },
        { url: "https://old.example", date: "2024-08-01" },
      ],
      competitiveAdvantages: "Cheap.",
      riskFactors: ["rain", "fire"],
      recentDevelopments: "News.",
      socialMediaLinks: { twitter: "https://t.example", website: "https://alpha.example" },
      enrichmentStatus: "completed",
      enrichmentDate: "2026-10-02T04:00:00Z",
      financialStatements: {
        success: true,
        annual: {
          incomeStatement: { "2026-06-30": { metrics: { revenue: 10, eps_diluted: 0.5 } } },
          balanceSheet: { "2026-06-30": { metrics: { total_assets: 7 } } },
          cashFlow: { "2026-06-30": { metrics: { operating_cash_flow: 3 } } },
        },
        quarterly: { incomeStatement: { "2026-09-30": { metrics: { revenue: 2 } } } },
        info: {
          marketCap: 500,
          currentPrice: 5,
          peRatio: 14.5,
          eps: 0.4,
          dividendYield: 3.25,
          beta: 1.12,
          week52High: 7.5,
          week52Low: 3.5,
          volume: 10_000,
          employeeCount: "1250",
          sector: "Materials",
          industry: "Materials",
        },
      },
      logoGcsUrl: "https://logo.example",
      logoIconGcsUrl: "https://icon.example",
      logoSvgGcsUrl: "https://svg.example",
      logoSourceUrl: "https://source.example",
      logoFormat: "svg",
      industryHistory: [
        { industry: "Energy", observedFrom: "2024-03-01", source: "seed" },
        { industry: "Materials", observedFrom: "2026-06-15", source: "observed" },
      ],
    });
  });

  it("has no statements and no links of a company without any", async () => {
    expect(await calls.call(getStockDetails, { productCode: "HHH" })).toEqual({
      productCode: "HHH",
      enrichmentStatus: "pending",
    });
  });
});

describe("GetPeerComparison", () => {
  const peers = async (request: object) => {
    const answer = await calls.call(getPeerComparison, request);
    return (answer.peers ?? []).map((peer: Json) => peer.stockCode);
  };

  it("gives the largest of the industry first, unknown sizes last, equals by code, never the company itself", async () => {
    expect(await peers({ stockCode: "AAA" })).toEqual(["CCC", "BBB", "EEE", "DDD"]);
    expect(await peers({ stockCode: "CCC", limit: 2 })).toEqual(["AAA", "BBB"]);
  });

  it("tells what it knows of each", async () => {
    const { subject, peers, industry } = await calls.call(getPeerComparison, { stockCode: "CCC", limit: 1 });
    expect(industry).toBe("Materials");
    expect(subject).toEqual({
      stockCode: "CCC",
      companyName: "CCC Ltd",
      industry: "Materials",
      shortPositionPercent: 2.5,
      marketCap: 900,
    });
    expect(peers[0]).toMatchObject({
      companyName: "Alpha Ltd",
      shortPositionPercent: 6,
      marketCap: 500,
      peRatio: 14.5,
      dividendYield: 3.25,
      logoUrl: "https://logo.example",
    });
  });
});

/** The verdict over figures in the order of its parts. */
function verdictOver(...figures: number[]) {
  return verdictOf(() => figures.shift()!);
}

describe("GetStockVerdict", () => {
  it("weighs five parts, each contribution to one decimal, and sums those", async () => {
    const { composite, label, components } = await calls.call(getStockVerdict, { productCode: "aaa" });
    expect(components).toEqual([
      { name: "short_trend", score: -0.5, weight: 0.3, contribution: -15 },
      { name: "short_level", score: -0.4, weight: 0.15, contribution: -6 },
      { name: "director_signal", score: 0.4, weight: 0.25, contribution: 10 },
      { name: "sentiment", weight: 0.2 },
      { name: "squeeze_pressure", score: 0.5, weight: 0.1, contribution: 5 },
    ]);
    expect([composite, label]).toEqual([-6, "VERDICT_LABEL_NEUTRAL"]);
  });

  it("keeps every score within its bounds", () => {
    const most = verdictOver(-9, -5, 9e9, 7, 1e9);
    expect(most.components.map(({ score }) => score)).toEqual([1, 0, 1, 1, 0.5]);
    const least = verdictOver(9, 99, -9e9, -7, -3);
    expect(least.components.map(({ score }) => score)).toEqual([-1, -1, -1, -1, 0]);
    expect([most.composite, least.composite]).toEqual([80, -90]);
  });

  it("counts a missing input as 0, which is not a negative zero", () => {
    const none = verdictOver(0, 0, 0, 0, 0);
    expect(
      none.components.every(({ score, contribution }) => Object.is(score, 0) && Object.is(contribution, 0)),
    ).toBe(true);
    expect(none).toMatchObject({ composite: 0, label: VerdictLabel.NEUTRAL });
  });

  it("rounds half away from zero", () => {
    // 100 x 0.15 x 0.01 = 0.15.
    expect(verdictOver(0, 0.15, 0, 0, 0).components[1].contribution).toBe(-0.2);
  });

  it.each([
    [-100, "STRONG_BEARISH"],
    [-40, "STRONG_BEARISH"],
    [-39.9, "BEARISH"],
    [-10, "BEARISH"],
    [-9.9, "NEUTRAL"],
    [9.9, "NEUTRAL"],
    [10, "BULLISH"],
    [39.9, "BULLISH"],
    [40, "STRONG_BULLISH"],
  ] as const)("calls %d %s", (composite, name) => {
    expect(labelOf(composite)).toBe(VerdictLabel[name]);
  });
});
