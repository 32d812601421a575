import { MarketDataService } from "../../gen/marketdata/v1/market_data_pb.ts";
import { CoreStocksService } from "../../gen/shorts/v1alpha1/core_stocks_pb.ts";
import { StockService } from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { StrategyService } from "../../gen/shorts/v1alpha1/strategy_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

const { method } = StockService;

const PRICES = reads(["stock_prices"]);
const STRATEGY = reads(
  ["stock_prices"],
  ["index_prices", "fundamentals_periods", "short_positions", "dividends", "companies"],
);
const POSITIONS = reads(["short_positions"], ["companies"]);

export const SAMPLES: readonly Sample[] = [
  sample(method.getStock, reads(["short_positions"], ["companies", "stock_prices"]), { productCode: "ZAD0" }),
  sample(
    method.getStockDetails,
    reads(["short_positions"], ["companies", "company_profiles", "company_people", "company_reports"]),
    { productCode: "ZAD0" },
  ),
  sample(method.getStockData, reads(["short_positions"]), {
    productCode: "ZAD0",
    period: "3M",
    maxPoints: 30,
  }),
  sample(method.getStockPrices, PRICES, { productCode: "ZAD0", period: "1M" }),
  sample(method.getStockFundamentals, reads(["fundamentals_periods"]), {
    stockCode: "ZAD0",
    periodType: "annual",
    limit: 4,
  }),
  sample(method.getStockFinancialHighlights, reads(["company_reports"]), {
    stockCodes: ["ZAD0", "ZAL1"],
    maxReportsPerStock: 1,
  }),
  sample(method.getDirectorTrades, reads(["director_trades"]), { stockCode: "ZAD0", limit: 10 }),
  sample(method.getDividendHistory, reads(["dividends"]), { stockCode: "ZAD0", years: 3 }),
  sample(method.getPeerComparison, reads(["companies"], ["short_positions", "stock_prices"]), {
    stockCode: "ZAD0",
    limit: 3,
  }),
  sample(
    method.getStockVerdict,
    reads(["short_positions"], ["stock_prices", "director_trades", "news_articles"]),
    { productCode: "ZAD0" },
  ),
  sample(method.getStockGraph, reads(["company_people"], ["company_similarities"]), {
    stockCode: "ZAD0",
    limit: 5,
  }),
  sample(
    method.getEventTimeline,
    reads(["short_positions"], ["announcements", "director_trades", "news_articles"]),
    { stockCode: "ZAD0", daysBack: 90, limit: 20 },
  ),
  sample(method.getStockSignals, reads(["stock_signals"]), { stockCode: "ZAD0", limit: 5 }),
  sample(method.getCompanyTaxProfile, reads(["corporate_tax", "entity_codes"]), { productCode: "ZAD0" }),
  sample(MarketDataService.method.getStockPrice, PRICES, { stockCode: "ZAD0" }),
  sample(MarketDataService.method.getHistoricalPrices, PRICES, { stockCode: "ZAD0", period: "1w" }),
  sample(MarketDataService.method.getMultipleStockPrices, PRICES, { stockCodes: ["ZAD0", "ZAL1"] }),
  sample(MarketDataService.method.getStockCorrelations, PRICES, {
    stockCodes: ["ZAD0", "ZAL1"],
    period: "3m",
  }),
  sample(StrategyService.method.listStrategies, reads([], ["index_prices"]), {}),
  sample(StrategyService.method.getStrategyPicks, STRATEGY, { strategyId: "reasonable-growth", limit: 3 }),
  sample(StrategyService.method.getStockStrategyFit, STRATEGY, { stockCode: "ZAD0" }),
  sample(CoreStocksService.method.searchStocks, POSITIONS, { query: "zb", limit: 5 }),
  sample(CoreStocksService.method.getStockData, reads(["short_positions"]), {
    productCode: "ZAD0",
    period: "6m",
    maxPoints: 30,
  }),
  sample(CoreStocksService.method.getTopShorts, POSITIONS, { period: "3m", limit: 2, summaryOnly: true }),
];
