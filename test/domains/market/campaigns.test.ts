import { describe, expect, it } from "vitest";
import { BattlegroundView, MarketService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { type Json, marketCalls, position, session } from "../../support/data/market-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getShortCampaignScoreboard, getBattlegroundStocks, getMarketByDate, getTopShorts } =
  MarketService.method;
const { getIndustryTreeMap } = MarketService.method;

const NEWEST = "2026-10-30";

const market = opened(() =>
  marketCalls({
    companies: ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF"].map((stock_code) => ({
      stock_code,
      industry: stock_code === "FFF" ? "Energy" : "Banks",
    })),
    short_positions: [
      // Price fell after three months and was back after six.
      position("AAA", "2026-01-15", 10),
      position("AAA", "2026-04-20", 6),
      position("AAA", NEWEST, 2),
      // The same price after three months: nobody won.
      position("BBB", "2026-01-15", 9),
      position("BBB", NEWEST, 3),
      // One peak is exactly three years old, one a day older: only the first counts.
      position("CCC", "2023-10-31", 8),
      position("CCC", "2023-10-29", 40),
      position("CCC", NEWEST, 4.5),
      // Just below 5 %.
      position("DDD", NEWEST, 4.99),
      // Not an ordinary share.
      position("ETF1", NEWEST, 50, { product_name: "WIDE ETF" }),
      // Without prices.
      position("EEE", "2026-05-04", 5),
      position("EEE", NEWEST, 1.5),
      // Ten years and two days of history.
      position("FFF", "2016-10-28", 1),
      position("FFF", "2016-10-31", 2),
      position("FFF", "2026-10-01", 2.5),
      position("FFF", NEWEST, 4),
    ],
    stock_prices: [
      session("AAA", "2026-01-14", 20, 10),
      session("AAA", "2026-04-16", 15, 10),
      session("AAA", "2026-07-14", 90, 10),
      session("AAA", "2026-07-15", 20.5, 10),
      session("BBB", "2026-01-15", 7, 10),
      session("BBB", "2026-04-15", 7, 10),
      session("FFF", "2026-09-01", 10, 16_777_217),
      ...["2026-10-26", "2026-10-27", "2026-10-28", "2026-10-29", NEWEST].map((date) =>
        session("FFF", date, 14, 2),
      ),
    ],
  }),
);

const campaigns = (request: object = {}) => market.call(getShortCampaignScoreboard, request);
const campaignOf = async (code: string) =>
  ((await campaigns()).campaigns as Json[]).find(({ stockCode }) => stockCode === code);

describe("GetShortCampaignScoreboard", () => {
  it("orders by peak, takes ordinary lines from 5 % on of the past three years", async () => {
    const { campaigns: all } = await campaigns();
    expect((all as Json[]).map(({ stockCode, peakShortPct }) => [stockCode, peakShortPct])).toEqual([
      ["AAA", 10],
      ["BBB", 9],
      ["CCC", 8],
      ["EEE", 5],
    ]);
  });

  it("compares the last close by the peak with the first from three and six calendar months on, to two decimals", async () => {
    expect(await campaignOf("AAA")).toMatchObject({
      priceAtPeak: 20,
      price3mAfter: 15,
      return3m: -25,
      has3m: true,
      shortsWon3m: true,
      price6mAfter: 20.5,
      return6m: 2.5,
      has6m: true,
      shortsWon6m: false,
      currentShortPct: 2,
      latestPrice: 20.5,
    });
  });

  it("lets shorts win by a price strictly below alone, and scores none that lacks a price", async () => {
    expect(await campaignOf("BBB")).toMatchObject({
      return3m: 0,
      has3m: true,
      shortsWon3m: false,
      has6m: false,
    });
    expect(await campaignOf("EEE")).toMatchObject({
      has3m: false,
      has6m: false,
      priceAtPeak: 0,
      latestPrice: 0,
    });
  });

  it("tells win rates over the scored campaigns of the whole filtered set, whatever the page", async () => {
    expect(await campaigns({ limit: 1, offset: 2 })).toMatchObject({
      totalCount: 4,
      campaignsTotal: 4,
      shortsWinRate3m: 50,
      shortsWinRate6m: 0,
    });
    expect(await campaigns({ industry: "Energy" })).toMatchObject({ totalCount: 0, shortsWinRate3m: 0 });
  });
});

describe("GetBattlegroundStocks", () => {
  it("shows under divergence what rose in price and in short interest alone, and counts that", async () => {
    const answer = await market.call(getBattlegroundStocks, { view: BattlegroundView.DIVERGENCE });
    // The price rose by 40 %, of which 20 count; the position by 1.5 points of 3.
    expect(
      (answer.stocks as Json[]).map(({ stockCode, divergenceScore }) => [stockCode, divergenceScore]),
    ).toEqual([["FFF", 50]]);
    expect(answer.totalCount).toBe(1);
  });
});

describe("figures of 32 bits", () => {
  it("are rounded on the wire alone: what follows from them is computed before", async () => {
    const { stocks } = await market.call(getMarketByDate, { date: NEWEST, ordinaryOnly: true });
    const fff = (stocks as Json[]).find(({ productCode }) => productCode === "FFF")!;
    expect(fff.averageDailyVolume20d).toBe((16_777_217 + 5 * 2) / 6);
    expect(fff.daysToCover).toBe(4_000_000 / ((16_777_217 + 5 * 2) / 6));
  });
});

describe("windows", () => {
  it("of the tree map are ten years at most, first day included", async () => {
    const change = async (period: string) => {
      const { positions } = await market.call(getIndustryTreeMap, { period, viewMode: 1 });
      return (positions as Json[]).find(({ productCode }) => productCode === "FFF")!.shortPosition;
    };
    // From 2 to 4: the row of 1 is older than ten years.
    expect([await change("MAX"), await change("10Y")]).toEqual([100, 100]);
  });

  it("of GetTopShorts reach back a hundred years under MAX", async () => {
    const { timeSeries } = await market.call(getTopShorts, { productCodes: ["FFF"], period: "MAX" });
    expect((timeSeries as (Json & { points: Json[] })[])[0].points).toHaveLength(4);
  });

  it("draw a named code of whatever kind, which the ranking would leave out", async () => {
    const { timeSeries } = await market.call(getTopShorts, { productCodes: ["ETF1"] });
    expect((timeSeries as Json[]).map(({ productCode }) => productCode)).toEqual(["ETF1"]);
    const ranked = (await market.call(getTopShorts, { summaryOnly: true })).timeSeries as Json[];
    expect(ranked.map(({ productCode }) => productCode)).not.toContain("ETF1");
  });
});
