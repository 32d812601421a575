import { MarketService, SearchService, StockService } from "terrace/client";
import { terrace } from "../../data/terrace.ts";

export const market = terrace.service(MarketService);
export const search = terrace.service(SearchService);
export const stocks = terrace.service(StockService);

export const PERIODS = ["1M", "3M", "6M", "1Y", "2Y", "5Y", "MAX"] as const;
