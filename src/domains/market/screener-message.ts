import { create } from "@bufbuild/protobuf";
import type { Market } from "../../engine/columns/market/market.ts";
import {
  type ScreenerStock,
  ScreenerStockSchema,
  ScreenStocksResponseSchema,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import { KeptElements } from "../../rpc/encoding/kept-elements.ts";
import { identity } from "./messages.ts";
import type { Screener, ScreenerColumn } from "./queries/screener.ts";

type ScreenedStocks = KeptElements<typeof ScreenStocksResponseSchema, typeof ScreenerStockSchema>;

/** The stocks of the screener as they are encoded. */
export function screenedStocks(market: Market, screener: Screener): ScreenedStocks {
  return new KeptElements(ScreenStocksResponseSchema, ScreenerStockSchema, (place) =>
    screenerStock(market, screener, place),
  );
}

function screenerStock(market: Market, { codes, rows, columns }: Screener, place: number): ScreenerStock {
  const value = (column: ScreenerColumn) => columns[column][place];
  return create(ScreenerStockSchema, {
    ...identity(market, codes[place], rows[place]),
    shortPct: value("short_pct"),
    shortPctChange4w: value("short_pct_change_4w"),
    latestPrice: value("latest_price"),
    priceChange1m: value("price_change_1m"),
    latestVolume: BigInt(value("latest_volume")),
    marketCap: value("market_cap"),
    peRatio: value("pe_ratio"),
    dividendYield: value("dividend_yield"),
    netDirectorBuyValue: value("net_director_buy_value"),
    directorBuyCount: value("director_buy_count"),
    directorSellCount: value("director_sell_count"),
    newsCount30d: value("news_count_30d"),
    avgSentiment: value("avg_sentiment"),
    priceSensitiveCount: value("price_sensitive_count"),
    trailing12mDividend: value("trailing_12m_dividend"),
    avgFrankingPct: value("avg_franking_pct"),
    daysToCover: value("days_to_cover"),
    avgVolume20d: BigInt(value("avg_volume_20d")),
  });
}
