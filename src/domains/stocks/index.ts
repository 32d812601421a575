import type { Domain } from "../domain.ts";
import { SAMPLES } from "./samples.ts";

/** StockService, MarketDataService, StrategyService, and CoreStocksService for older clients. */
export const stocks: Domain = {
  name: "stocks",
  samples: SAMPLES,
  sharedColumns: ["stock_fundamentals"],
  aggregates: async () => (await import("./aggregates/index.ts")).STOCK_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).STOCK_PAGES,
  methods: async () => (await import("./service.ts")).stockMethods,
};
