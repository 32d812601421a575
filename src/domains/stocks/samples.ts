import { CoreStocksService } from "../../gen/shorts/v1alpha1/core_stocks_pb.ts";
import { StockService } from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { type Sample, sample } from "../domain.ts";

const { method } = StockService;

export const SAMPLES: readonly Sample[] = [
  sample(method.getStock, { productCode: "ZAD0" }),
  sample(method.getStockDetails, { productCode: "ZAD0" }),
  sample(method.getStockData, { productCode: "ZAD0", period: "3M", maxPoints: 30 }),
  sample(method.getStockPrices, { productCode: "ZAD0", period: "1M" }),
  sample(method.getStockFundamentals, { stockCode: "ZAD0", periodType: "annual", limit: 4 }),
  sample(method.getStockFinancialHighlights, { stockCodes: ["ZAD0", "ZAL1"], maxReportsPerStock: 1 }),
  sample(method.getDirectorTrades, { stockCode: "ZAD0", limit: 10 }),
  sample(method.getDividendHistory, { stockCode: "ZAD0", years: 3 }),
  sample(method.getPeerComparison, { stockCode: "ZAD0", limit: 3 }),
  sample(method.getStockVerdict, { productCode: "ZAD0" }),
  sample(method.getStockGraph, { stockCode: "ZAD0", limit: 5 }),
  sample(method.getEventTimeline, { stockCode: "ZAD0", daysBack: 90, limit: 20 }),
  sample(method.getStockSignals, { stockCode: "ZAD0", limit: 5 }),
  sample(method.getCompanyTaxProfile, { productCode: "ZAD0" }),
  sample(CoreStocksService.method.searchStocks, { query: "zb", limit: 5 }),
  sample(CoreStocksService.method.getStockData, { productCode: "ZAD0", period: "6m", maxPoints: 30 }),
  sample(CoreStocksService.method.getTopShorts, { period: "3m", limit: 2, summaryOnly: true }),
];
