import { fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  GetTopShortsResponseSchema,
  MarketService,
  ViewMode,
} from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { type Json, marketCalls, position, session } from "../../support/data/market-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getTopShorts, getMarketByDate, getIndustryTreeMap } = MarketService.method;
const { getBattlegroundStocks, getShortCampaignScoreboard, getIndexSeries, listIndices } =
  MarketService.method;

const NEWEST = "2026-10-30";
const company = (stock_code: string, industry: string | null, company_name: string | null = null) => ({
  stock_code,
  industry,
  company_name,
});

const market = opened(() =>
  marketCalls({
    companies: [
      company("AAA", "Banks", "Alpha Bank"),
      company("BBB", "Banks"),
      company("CCC", "Materials"),
      company("DDD", null),
      company("EEE", "Energy"),
      company("FFF", "Materials"),
    ],
    industry_history: [
      { stock_code: "CCC", observed_from: "2024-03-01", industry: "Energy", source: "seed" },
      { stock_code: "CCC", observed_from: "2026-09-01", industry: "Materials", source: "observed" },
    ],
    short_positions: [
      // The one that everybody watches, with a peak in the middle and the same peak later.
      position("AAA", "2026-09-30", 4),
      position("AAA", "2026-10-01", 9),
      position("AAA", "2026-10-15", 9),
      position("AAA", "2026-10-29", 6),
      position("AAA", NEWEST, 8),
      // Equal percentages: the code decides.
      position("CCC", "2026-09-30", 0),
      position("CCC", "2026-10-29", 3),
      position("CCC", NEWEST, 3),
      position("BBB", "2026-10-29", 1),
      position("BBB", NEWEST, 3),
      position("DDD", "2026-10-29", 2),
      position("DDD", NEWEST, 2),
      // Its newest row is nought, so the row before counts in the ranking.
      position("EEE", "2026-10-20", 5),
      position("EEE", "2026-10-29", 5),
      position("EEE", NEWEST, 0),
      // Exactly a month before the newest date: no longer in the ranking.
      position("GGG", "2026-09-30", 12),
      // Nothing on issue, so no percentage.
      position("HHH", NEWEST, null, { total_product_in_issue: 0 }),
      // No ordinary lines.
      position("ETF1", NEWEST, 20, { product_name: "WIDE BETF UNITS" }),
      position("NOTE", NEWEST, 21, { product_name: "BANK 6.25 % NOTES" }),
      position("LONGP", NEWEST, 22),
      position("DEF", NEWEST, 23, { product_name: "NEW DEFERRED SETTLEMENT" }),
      position("FEW", NEWEST, 120, { total_product_in_issue: 4_999_999 }),
      // One point only in the month.
      position("ONE", NEWEST, 1.5),
      // Not reported for more than six months.
      position("FFF", "2026-04-29", 7),
    ],
    stock_prices: [
      ...["2026-09-28", "2026-09-29", "2026-09-30"].map((date) => session("AAA", date, 10, 100)),
      session("AAA", "2026-10-01", 10, 0),
      session("AAA", "2026-10-28", 11, 300),
      session("AAA", "2026-10-29", 12, 500),
      session("AAA", "2026-11-03", 13, 900),
      session("CCC", "2026-10-29", 2, 10),
    ],
    index_definitions: [
      { index_code: "IDX", name: "Index", return_type: "price", currency: "AUD" },
      { index_code: "EMPTY", name: "None held", return_type: "total", currency: "AUD" },
    ],
    index_prices: ["2025-10-30", "2025-10-31", "2026-10-28", "2026-10-29", NEWEST].map((date, i) => ({
      index_code: "IDX",
      date,
      close: 100 + i,
    })),
  }),
);

const stocksOf = async (request: object) =>
  (await market.call(getMarketByDate, { date: NEWEST, ...request })).stocks as Json[];
const seriesOf = async (request: object) =>
  (await market.call(getTopShorts, request)).timeSeries as (Json & { points: Json[] })[];
const codesOf = (list: Json[], key = "productCode") => list.map((one) => one[key]);

describe("GetTopShorts", () => {
  it("ranks by the newest row above 0 % of the past month, ordinary lines only, ties by code", async () => {
    expect(codesOf(await seriesOf({ summaryOnly: true }))).toEqual([
      "AAA",
      "EEE",
      "BBB",
      "CCC",
      "DDD",
      "ONE",
    ]);
  });

  it("leaves out a ranked code with fewer than two points, and moves the offset on by the codes fetched", async () => {
    const answer = await market.call(getTopShorts, { limit: 4, offset: 2 });
    expect(codesOf(answer.timeSeries as Json[])).toEqual(["BBB", "CCC", "DDD"]);
    expect(answer.offset).toBe(6);
  });

  it("begins its window after the newest date minus the period", async () => {
    const [alpha] = await seriesOf({ period: "1m", limit: 1 });
    expect(alpha.points.map((point) => String(point.timestamp).slice(0, 10))).toEqual([
      "2026-10-01",
      "2026-10-15",
      "2026-10-29",
      NEWEST,
    ]);
  });

  it("draws no row of 0 %, and calls the first of equal points the largest", async () => {
    const [, energy] = await seriesOf({});
    expect(energy.points.map((point) => point.shortPosition)).toEqual([5, 5]);
    expect(energy.latestShortPosition).toBe(5);
    const [alpha] = await seriesOf({});
    expect((alpha.max as Json).timestamp).toBe("2026-10-01T00:00:00Z");
    expect((alpha.min as Json).timestamp).toBe("2026-10-29T00:00:00Z");
  });

  it("tells when a row became public: four trading days later", async () => {
    const [alpha] = await seriesOf({});
    expect(alpha.points.at(-1)!.availableFrom).toBe("2026-11-05");
  });

  it("gives named codes in the order of the request whatever the limit, once, and unknown ones not at all", async () => {
    const named = await seriesOf({ productCodes: ["ddd ", "QQQ", "ONE", "DDD"], limit: 1, offset: 5 });
    expect(codesOf(named)).toEqual(["DDD", "ONE"]);
  });

  it("tells of a named code that it has no point in the window, where an unknown one is missing", async () => {
    const productCodes = ["GGG", "QQQ", "EEE", "HHH"];
    for (const summaryOnly of [false, true]) {
      const named = await seriesOf({ productCodes, period: "1D", summaryOnly });
      expect(codesOf(named)).toEqual(["GGG", "EEE", "HHH"]);
      for (const { productCode, name, latestShortPosition, points, max, min } of named) {
        expect({ name, latestShortPosition, points, max, min }).toEqual({
          name: productCode,
          latestShortPosition: 0,
          points: [],
          max: undefined,
          min: undefined,
        });
      }
    }
  });

  it("writes the bytes that its message has, in both forms", async () => {
    for (const request of [
      {},
      { summaryOnly: true },
      { period: "1D" },
      { offset: 100 },
      { limit: 2, period: "MAX" },
      { productCodes: ["GGG", "AAA", "HHH"], period: "1W" },
    ]) {
      const [binary, json] = [
        await market.bytes(getTopShorts, request, "binary"),
        await market.bytes(getTopShorts, request, "json"),
      ];
      const message = fromBinary(GetTopShortsResponseSchema, binary);
      expect(Buffer.from(toBinary(GetTopShortsResponseSchema, message)).equals(binary)).toBe(true);
      expect(Buffer.from(json).toString()).toBe(toJsonString(GetTopShortsResponseSchema, message));
    }
  });
});

describe("GetMarketByDate", () => {
  it("gives percent descending, then code, with every kind of security", async () => {
    expect(codesOf(await stocksOf({}))).toEqual([
      ...["FEW", "DEF", "LONGP", "NOTE", "ETF1", "AAA", "BBB", "CCC", "DDD", "ONE"],
    ]);
  });

  it("tells the kind of each by name, code and issue, in this order", async () => {
    const kinds = Object.fromEntries(
      (await stocksOf({})).map(({ productCode, securityType }) => [productCode, securityType]),
    );
    expect(kinds).toMatchObject({
      FEW: "other",
      DEF: "other",
      LONGP: "other",
      NOTE: "debt",
      ETF1: "etf",
      AAA: "ordinary",
    });
  });

  it("keeps 0 % when asked, and never a row without a percentage", async () => {
    const codes = codesOf(await stocksOf({ includeZeroShortPositions: true }));
    expect(codes).toContain("EEE");
    expect(codes).not.toContain("HHH");
  });

  it("filters ordinary lines before paging and counts what is filtered", async () => {
    const answer = await market.call(getMarketByDate, {
      date: NEWEST,
      ordinaryOnly: true,
      limit: 2,
      offset: 1,
    });
    expect(codesOf(answer.stocks as Json[])).toEqual(["BBB", "CCC"]);
    expect(answer.totalCount).toBe(5);
  });

  it("sizes by prices on or before the day, and tells later ones as final", async () => {
    const [alpha] = (await stocksOf({ ordinaryOnly: true })) as Json[];
    // Five sessions with volume: 100 × 10 three times, 300 × 11, 500 × 12.
    expect(alpha).toMatchObject({
      marketCap: 12 * 100_000_000,
      averageDailyValue20d: (3 * 1000 + 3300 + 6000) / 5,
      averageDailyVolume20d: 220,
      liquidityBand: "micro",
      daysToCover: 8_000_000 / 220,
      finalClose: 13,
      finalCloseDate: "2026-11-03",
      hasPriceHistory: true,
      priceStatus: "priced",
    });
  });

  it("averages nothing over fewer than five sessions with volume", async () => {
    const [charlie] = (await stocksOf({})).filter(({ productCode }) => productCode === "CCC");
    expect(charlie).toMatchObject({ averageDailyValue20d: 0, liquidityBand: "", daysToCover: 0 });
    expect(charlie.marketCap).toBe(200_000_000);
  });

  it("labels an industry as it was on the day and says what that rests on", async () => {
    const on = async (date: string, code: string) =>
      ((await market.call(getMarketByDate, { date, includeZeroShortPositions: true })).stocks as Json[]).find(
        ({ productCode }) => productCode === code,
      );
    expect(await on(NEWEST, "CCC")).toMatchObject({
      industry: "Materials",
      industrySource: "observed",
      industryAsOf: "2026-09-01",
      gicsSector: "Materials",
    });
    expect(await on(NEWEST, "AAA")).toMatchObject({ industrySource: "current", industryAsOf: "" });
    expect(await on(NEWEST, "DDD")).toMatchObject({ industry: "", industrySource: "", gicsSector: "" });
  });
});

describe("GetIndustryTreeMap", () => {
  const flat = async (request: object) =>
    ((await market.call(getIndustryTreeMap, request)).positions as Json[]).map(
      ({ industry, productCode, shortPosition }) => [industry, productCode, shortPosition],
    );

  it("keeps ordinary lines of known industries whose latest percent is above 0, industries ascending", async () => {
    expect(await flat({ period: "3M" })).toEqual([
      ["Banks", "AAA", 8],
      ["Banks", "BBB", 3],
      ["Materials", "CCC", 3],
    ]);
  });

  it("leaves out a security whose newest row is of another kind, whatever it was before", async () => {
    const renamed = await marketCalls({
      companies: [company("AAA", "Banks"), company("REN", "Banks"), company("OLD", "Banks")],
      short_positions: [
        position("AAA", NEWEST, 2),
        position("REN", "2026-10-29", 5),
        position("REN", NEWEST, 6, { product_name: "REN DEFERRED SETTLEMENT" }),
        // One without a percentage says nothing.
        position("OLD", "2026-10-29", 4),
        position("OLD", NEWEST, null, { product_name: "OLD DEFERRED SETTLEMENT" }),
      ],
    });
    for (const viewMode of [ViewMode.CURRENT_CHANGE, ViewMode.PERCENTAGE_CHANGE]) {
      const { positions } = await renamed.call(getIndustryTreeMap, { period: "3M", viewMode });
      expect(codesOf(positions as Json[]).sort()).toEqual(["AAA", "OLD"]);
    }
    expect(codesOf((await renamed.call(getTopShorts, { summaryOnly: true })).timeSeries as Json[])).toEqual([
      "OLD",
      "AAA",
    ]);
    await renamed.close();
  });

  it("leaves out what was last reported more than six months before", async () => {
    expect((await flat({ period: "1Y" })).map(([, code]) => code)).not.toContain("FFF");
  });

  it("shows the change against the earliest row of the window, which includes its first day", async () => {
    const change = { period: "1M", viewMode: ViewMode.PERCENTAGE_CHANGE };
    // AAA rose from 4 on the first day of the window; CCC began at 0, of which there is no percentage.
    expect(await flat(change)).toEqual([
      ["Banks", "BBB", 200],
      ["Banks", "AAA", 100],
    ]);
    expect(await flat({ ...change, period: "1D" })).toContainEqual(["Materials", "CCC", 0]);
  });
});

describe("GetBattlegroundStocks", () => {
  it("takes 1 % and more, drops what is no longer reported and counts past the end", async () => {
    const answer = await market.call(getBattlegroundStocks, { offset: 50 });
    expect(answer).toEqual({ stocks: [], totalCount: 7 });
    const { stocks } = await market.call(getBattlegroundStocks, {});
    expect(codesOf(stocks as Json[], "stockCode").sort()).toEqual([
      ...["AAA", "BBB", "CCC", "DDD", "EEE", "GGG", "ONE"],
    ]);
  });

  it("scores by the formulae", async () => {
    const { stocks } = await market.call(getBattlegroundStocks, {});
    const alpha = (stocks as Json[]).find(({ stockCode }) => stockCode === "AAA")!;
    // Four weeks before 30 October is 2 October: the newest row not after it is 9 %.
    expect(alpha).toMatchObject({ shortPct: 8, shortPctChange4w: -1, latestPrice: 13 });
    // The last session is 3 November; thirty days before it the close was 10.
    expect(alpha.priceChange1m).toBeCloseTo(30, 10);
    // Five sessions with volume in the 35 days to 3 November, 1,900 shares in all: 380 a session.
    expect(alpha.daysToCover).toBe(21052.63);
    expect(alpha.squeezeScore).toBe(35 + 16 + 20);
    expect(alpha.divergenceScore).toBe(0);
  });
});

describe("GetShortCampaignScoreboard", () => {
  it("takes the latest of equal peaks of 5 % and more, and tells prices before and after", async () => {
    const answer = await market.call(getShortCampaignScoreboard, {});
    const [greek, alpha] = answer.campaigns as Json[];
    expect(greek.stockCode).toBe("GGG");
    expect(alpha).toMatchObject({
      stockCode: "AAA",
      peakDate: "2026-10-15",
      peakShortPct: 9,
      priceAtPeak: 10,
      has3m: false,
      currentShortPct: 8,
      latestPrice: 13,
    });
    expect(answer.totalCount).toBe(4);
  });
});

describe("the indices", () => {
  it("are listed by code with their full coverage, empty ones too", async () => {
    const { indices } = await market.call(listIndices, {});
    expect(indices).toEqual([
      expect.objectContaining({ code: "EMPTY", earliestDate: "", latestDate: "", observations: 0 }),
      expect.objectContaining({ code: "IDX", earliestDate: "2025-10-30", observations: 5 }),
    ]);
  });

  it("default to a year, which begins after its bound, and are not truncated by their own end", async () => {
    const answer = await market.call(getIndexSeries, { indexCode: "idx" });
    expect((answer.points as Json[]).map(({ date }) => date)).toEqual([
      "2025-10-31",
      "2026-10-28",
      "2026-10-29",
      NEWEST,
    ]);
    expect(answer).toMatchObject({ requestedFrom: "2025-10-31", requestedTo: NEWEST, truncated: false });
  });

  it("are truncated when the window reaches outside what is held, never for MAX or without sessions", async () => {
    const truncated = async (request: object) =>
      (await market.call(getIndexSeries, { indexCode: "IDX", ...request })).truncated;
    expect(await truncated({ period: "2Y" })).toBe(true);
    expect(await truncated({ to: "2026-12-01" })).toBe(true);
    expect(await truncated({ from: "2025-10-30", to: NEWEST })).toBe(false);
    expect(await truncated({ from: "2026-10-29" })).toBe(false);
    expect(await truncated({ to: "2026-10-29" })).toBe(false);
    // Wholly after and wholly before what is held.
    expect(await truncated({ from: "2026-10-31" })).toBe(true);
    expect(await truncated({ to: "2025-10-29" })).toBe(true);
    expect(await truncated({ period: "MAX" })).toBe(false);
    expect(await truncated({ indexCode: "EMPTY", period: "1Y" })).toBe(false);
  });
});
