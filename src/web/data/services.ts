import {
  MarketService,
  NewsService,
  PoliticiansService,
  ReportsService,
  SearchService,
  StockService,
} from "terrace/client";
import { terrace } from "./terrace.ts";

/** Services that only some screens call: their code is loaded with the first of them. */
export const market = terrace.service(MarketService);
export const news = terrace.service(NewsService);
export const politicians = terrace.service(PoliticiansService);
export const reports = terrace.service(ReportsService);
export const search = terrace.service(SearchService);
export const stocks = terrace.service(StockService);
