import { describe, expect, it } from "vitest";
import { MarketService, ScreenerService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { rowOf } from "../../support/data/build-db.ts";
import { type Json, marketCalls, position } from "../../support/data/market-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { screenStocks } = ScreenerService.method;
const { getIndustryTreeMap } = MarketService.method;

const trade = rowOf("id trade_type total_value trade_date", {
  stock_code: "AAA",
  director_name: "Ada Marlow",
});
const dividend = rowOf("id ex_date amount_per_share franking_percentage", {
  stock_code: "AAA",
  dividend_type: "final",
});
const article = rowOf("id published_at sentiment is_price_sensitive", (id) => ({
  stock_code: "AAA",
  url: `https://news.example/${id}`,
  headline: `Story ${id}`,
  source: "wire",
}));

const market = opened(() =>
  marketCalls({
    companies: [
      { stock_code: "AAA", industry: "Banks", market_cap: "1000", pe_ratio: 12 },
      { stock_code: "BBB", industry: "Energy", market_cap: "SUSPENDED" },
    ],
    short_positions: [
      position("AAA", "2026-10-30", 3),
      position("BBB", "2026-10-30", 5),
      position("CCC", "2026-10-30", 5),
    ],
    // The dataset is as of 13 November 2026: ninety days before it is 15 August.
    director_trades: [
      trade("1", "buy", 700, "2026-11-13"),
      trade("2", "sell", 200, "2026-08-16"),
      trade("3", "buy", 9_000, "2026-08-15"),
      trade("4", "exercise_options", 5_000, "2026-11-01"),
      trade("5", "buy", 400, "2026-11-14"),
    ],
    // Thirty days before 13 November is 14 October.
    news_articles: [
      // The dataset ends with the first instant of that day.
      article("1", "2026-11-13T00:00:00Z", "positive", true),
      article("2", "2026-10-15T01:00:00Z", "negative", false),
      article("3", "2026-11-01T01:00:00Z", "positive", false),
      article("4", "2026-11-02T01:00:00Z", "neutral", true),
      article("5", "2026-10-14T01:00:00Z", "negative", true),
      article("6", "2026-11-13T00:00:01Z", "negative", true),
    ],
    dividends: [
      dividend("1", "2026-11-13", 0.05, 100),
      dividend("2", "2025-11-14", 0.03, null),
      dividend("3", "2025-11-13", 9, 0),
      dividend("4", "2026-03-02", 0.01, 50),
    ],
  }),
);

const screened = async (request: object) => {
  const answer = await market.call(screenStocks, request);
  return (answer.stocks as Json[]).map(({ stockCode }) => stockCode);
};

describe("ScreenStocks", () => {
  it("sums directors' trades of 90 days and dividends of 12 months up to the day the data is as of", async () => {
    const { stocks } = await market.call(screenStocks, { filters: { productCodes: ["aaa "] } });
    const [alpha] = stocks as Json[];
    expect(alpha).toMatchObject({
      netDirectorBuyValue: 500,
      directorBuyCount: 1,
      directorSellCount: 1,
      avgFrankingPct: 75,
      marketCap: 1000,
      peRatio: 12,
    });
    expect(alpha.trailing12mDividend).toBeCloseTo(0.09, 12);
  });

  it("counts news of 30 days, takes the mean of their sentiment and counts the price-sensitive ones", async () => {
    const { stocks } = await market.call(screenStocks, { filters: { productCodes: ["AAA"] } });
    expect((stocks as Json[])[0]).toMatchObject({
      newsCount30d: 4,
      avgSentiment: 0.25,
      priceSensitiveCount: 2,
    });
  });

  it("includes both bounds, and applies a bound only with its flag", async () => {
    const between = (min: number, max: number, hasMin = true, hasMax = true) =>
      screened({ filters: { shortPct: { min, max, hasMin, hasMax } } });
    expect(await between(3, 5)).toEqual(["BBB", "CCC", "AAA"]);
    expect(await between(3.01, 5)).toEqual(["BBB", "CCC"]);
    expect(await between(9, 3, false, true)).toEqual(["AAA"]);
    expect(await between(9, 1, false, false)).toHaveLength(3);
  });

  it("takes any of the industries, directors who bought, and 0 for what is unknown", async () => {
    expect(await screened({ filters: { industries: ["Energy", "Utilities"] } })).toEqual(["BBB"]);
    expect(await screened({ filters: { hasDirectorBuys: true } })).toEqual(["AAA"]);
    expect(await screened({ filters: { marketCap: { max: 0, hasMax: true } } })).toEqual(["BBB", "CCC"]);
  });

  it("counts past the end, and refuses more than 200 codes", async () => {
    expect(await market.call(screenStocks, { offset: 7 })).toEqual({ stocks: [], totalCount: 3 });
    const productCodes = Array.from({ length: 201 }, (_, i) => `A${String(i).padStart(3, "0")}`);
    expect(await market.refusal(screenStocks, { filters: { productCodes } })).toContain(
      "201 different codes",
    );
  });
});

describe("lists of today's stocks", () => {
  it("leave out what no report of the past six months names", async () => {
    const recent = await marketCalls({
      companies: ["AAA", "BBB", "CCC"].map((stock_code) => ({ stock_code, industry: "Banks" })),
      short_positions: [
        position("AAA", "2026-10-30", 3),
        position("BBB", "2026-04-30", 2),
        position("CCC", "2026-04-29", 1),
      ],
    });
    const { stocks } = await recent.call(screenStocks, {});
    expect((stocks as Json[]).map(({ stockCode }) => stockCode)).toEqual(["AAA", "BBB"]);
    const map = await recent.call(getIndustryTreeMap, { period: "1Y", viewMode: 0 });
    expect((map.positions as Json[]).map(({ productCode }) => productCode)).toEqual(["AAA", "BBB"]);
  });
});
