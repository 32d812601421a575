import { describe, expect, it } from "vitest";
import { RESTRICTED_LICENCE } from "../../../src/dataset/table-definition.ts";
import { ScreenerService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { rowOf } from "../../support/data/build-db.ts";
import { marketCalls, position } from "../../support/data/market-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { screenStocks } = ScreenerService.method;
const { rankStocks } = ExplorerService.method;

const article = rowOf("stock_code published_at source_licence", (code, published_at) => ({
  id: `${code} ${published_at}`,
  source: "wire",
  headline: "Results",
  url: `https://wire.example/${code}/${published_at}`,
  sentiment: "negative",
  is_price_sensitive: true,
}));
const trade = rowOf("stock_code trade_type total_value", (code, type, value) => ({
  id: `${code} ${type} ${value}`,
  director_name: "Ada Marlow",
  trade_date: "2026-11-01",
}));
const dividend = rowOf("is_declared amount_per_share franking_percentage", (isDeclared) => ({
  id: String(isDeclared),
  stock_code: "AAA",
  ex_date: "2026-09-04",
  dividend_type: "final",
}));

const market = opened(() =>
  marketCalls({
    companies: [],
    short_positions: ["AAA", "BBB", "CCC", "DDD", "EEE"].map((code) => position(code, "2026-10-30", 3)),
    news_articles: [
      article("AAA", "2026-11-01T01:00:00Z", "CC-BY-4.0"),
      article("BBB", "2026-11-01T01:00:00Z", RESTRICTED_LICENCE),
      // The dataset ends at midnight of that day.
      article("CCC", "2026-11-13T01:00:00Z", "CC-BY-4.0"),
    ],
    director_trades: [
      trade("AAA", "buy", 700),
      trade("BBB", "buy", null),
      trade("CCC", "buy", 500),
      trade("CCC", "sell", null),
      // Options are neither bought nor sold on the market, whatever they are worth.
      trade("DDD", "exercise_options", null),
    ],
    dividends: [dividend(true, 0.05, 100), dividend(false, 0.07, 0)],
  }),
);

const screened = async (code: string) => {
  const { stocks } = (await market.call(screenStocks, {})) as { stocks: Record<string, unknown>[] };
  return stocks.find(({ stockCode }) => stockCode === code);
};
const ranked = async (metricKey: string) => {
  const { rows, excludedCount } = (await market.call(rankStocks, {
    weights: [{ metricKey, weight: 1 }],
  })) as { rows: { stockCode: string; contributions: { rawValue: number }[] }[]; excludedCount: number };
  const values = rows.map(({ stockCode, contributions }) => [stockCode, contributions[0].rawValue]);
  return { values: Object.fromEntries(values), excludedCount };
};

describe("the screener", () => {
  it("counts no article that may not be shown, and none from after the dataset's end", async () => {
    expect(await screened("AAA")).toMatchObject({
      newsCount30d: 1,
      avgSentiment: -1,
      priceSensitiveCount: 1,
    });
    const none = { newsCount30d: 0, avgSentiment: 0, priceSensitiveCount: 0 };
    for (const code of ["BBB", "CCC"]) expect(await screened(code)).toMatchObject(none);
    expect(await ranked("avg_sentiment")).toEqual({ values: { AAA: -1 }, excludedCount: 4 });
  });

  it("sums dividends that were declared, and no estimate", async () => {
    expect(await screened("AAA")).toMatchObject({ trailing12mDividend: 0.05, avgFrankingPct: 100 });
  });

  it("sums the trades whose value is published, knows no sum where none is, and zero where nobody bought or sold", async () => {
    expect(await ranked("net_director_buy_value")).toEqual({
      values: { AAA: 700, CCC: 500, DDD: 0, EEE: 0 },
      excludedCount: 1,
    });
    expect((await ranked("director_buy_count")).values).toEqual({ AAA: 1, BBB: 1, CCC: 1, DDD: 0, EEE: 0 });
  });
});
