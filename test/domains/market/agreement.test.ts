import { describe, expect, it } from "vitest";
import { MARKET_AGGREGATES } from "../../../src/domains/market/aggregates/index.ts";
import { MARKET_PAGES } from "../../../src/domains/market/pages.ts";
import { marketMethods } from "../../../src/domains/market/service.ts";
import { NEWS_AGGREGATES } from "../../../src/domains/news/aggregates/index.ts";
import { NEWS_PAGES } from "../../../src/domains/news/pages/index.ts";
import { newsMethods } from "../../../src/domains/news/service.ts";
import { searchMethods } from "../../../src/domains/search/service.ts";
import { STOCK_AGGREGATES } from "../../../src/domains/stocks/aggregates/index.ts";
import { STOCK_PAGES } from "../../../src/domains/stocks/pages/index.ts";
import { stockMethods } from "../../../src/domains/stocks/service.ts";
import { MarketService, SearchService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { ReportsService } from "../../../src/gen/shorts/v1alpha1/reports_pb.ts";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { position, session } from "../../support/data/market-calls.ts";
import { engineOver, type Json, methodCalls } from "../../support/data/method-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const NEWEST = "2026-10-30";
const october = (day: number) => `2026-10-${String(day).padStart(2, "0")}`;

const { call } = opened(async () => {
  const short = ["AAA", "BBB", "CCC"];
  const engine = await engineOver(
    {
      short_positions: [
        ...short.map((code) => position(code, "2026-10-23", 2)),
        ...short.map((code) => position(code, NEWEST, 3)),
      ],
      stock_prices: [
        // Most sessions of AAA have no volume: 6 of the 28 have one.
        ...Array.from({ length: 28 }, (_, i) =>
          session("AAA", october(i + 1), 2, i % 5 === 0 ? 1000 + i : 0),
        ),
        // BBB has four sessions with volume, CCC five, and both are priced after the newest report.
        ...[5, 6, 7, 8].map((day) => session("BBB", october(day), 4, 500)),
        ...[5, 6, 7, 8, 9].map((day) => session("CCC", october(day), 4, 500)),
        session("BBB", "2026-11-04", 9, 0),
        session("CCC", "2026-11-04", 9, 1500),
      ],
    },
    [...MARKET_AGGREGATES, ...NEWS_AGGREGATES, ...STOCK_AGGREGATES],
    [...MARKET_PAGES, ...NEWS_PAGES, ...STOCK_PAGES],
  );
  return methodCalls(engine, (own, options) => [
    ...marketMethods(own),
    ...newsMethods(own, options),
    ...searchMethods(own),
    ...stockMethods(own, options),
  ]);
});

describe("days to cover", () => {
  it("are those of the market's day in a report: over sessions with volume, of which there are five", async () => {
    const report = await call(ReportsService.method.getWeeklyReport, { weekSlug: "2026-W44" });
    const { stocks } = await call(MarketService.method.getMarketByDate, { date: NEWEST });
    const inReport = (rows: Json[]) =>
      Object.fromEntries(rows.map(({ code, daysToCover }) => [code, daysToCover]));
    const onTheDay = Object.fromEntries(
      stocks.map(({ productCode, daysToCover }: Json) => [
        productCode,
        daysToCover === undefined ? undefined : Math.round(daysToCover * 100) / 100,
      ]),
    );
    const mean = [1000, 1005, 1010, 1015, 1020, 1025].reduce((sum, volume) => sum + volume) / 6;
    expect(onTheDay).toEqual({
      AAA: Math.round((3_000_000 / mean) * 100) / 100,
      BBB: undefined,
      CCC: 6000,
    });
    expect(inReport(report.topShorted)).toEqual(onTheDay);
    expect(inReport(report.risers)).toEqual(onTheDay);
  });
});

describe("sizes of a stock", () => {
  it("are the same in GetStock and SearchStocks where prices are newer than the newest report", async () => {
    const { stocks } = await call(SearchService.method.searchStocks, { query: "CCC", includeDetails: true });
    const stock = await call(StockService.method.getStock, { productCode: "CCC" });
    expect(stock.marketCap).toBe(9 * 100_000_000);
    expect(stock.averageDailyVolume20d).toBe((5 * 500 + 1500) / 6);
    expect(stocks).toEqual([stock]);
  });

  it("of a day look at no later price", async () => {
    const { stocks } = await call(MarketService.method.getMarketByDate, { date: NEWEST });
    expect(stocks.find(({ productCode }: Json) => productCode === "CCC")).toMatchObject({
      marketCap: 4 * 100_000_000,
      averageDailyVolume20d: 500,
    });
  });
});
