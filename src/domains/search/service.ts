import { create } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  SearchService,
  type SearchStocksResponse,
  SearchStocksResponseSchema,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import { type CachingOptions, cachedMethod } from "../../rpc/cached-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { marketOf } from "../market/queries/market.ts";
import { stockMessage } from "../market/stock-message.ts";
import { searchStocks } from "./queries/search-stocks.ts";
import { type SearchQuery, searchQuery } from "./rules.ts";

export function searchMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  return [
    cachedMethod(engine, SearchService.method.searchStocks, options, {
      queryOf: searchQuery,
      lookUp: async (view, query) => searchAnswer(view, query),
    }),
  ];
}

/** The answer to a search; another service may give the same. */
export function searchAnswer(view: SnapshotView, query: SearchQuery): SearchStocksResponse {
  const market = marketOf(view);
  const parts = { tags: true, sizes: query.hasDetails, context: true };
  const stocks = searchStocks(view, query.text, query.limit).map((row) => {
    const [, end] = market.positions.historyOf(market.positions.codeOf(row));
    return stockMessage(market, row, market.positions.dayAt(end - 1), parts);
  });
  return create(SearchStocksResponseSchema, { query: query.asked, stocks, count: stocks.length });
}
