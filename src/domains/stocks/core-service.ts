import type { Engine } from "../../engine/engine.ts";
import { CoreStocksService } from "../../gen/shorts/v1alpha1/core_stocks_pb.ts";
import { type CachingOptions, cachedBytesMethod, cachedMethod } from "../../rpc/cached-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { topShortsQuery } from "../market/rules.ts";
import { topShortsAnswer } from "../market/top-shorts-message.ts";
import { searchQuery } from "../search/rules.ts";
import { searchAnswer } from "../search/service.ts";
import { dataQuery } from "./series-rules.ts";
import { stockDataAnswer } from "./stock-data.ts";

const DEFAULT_PERIOD = "3M";
const DEFAULT_STOCKS = 10;

/** The three methods of CoreStocksService: answers of other services with defaults of their own. */
export function coreMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = CoreStocksService;
  return [
    cachedBytesMethod(engine, method.searchStocks, options, {
      queryOf: searchQuery,
      lookUp: async (view, query, _, { form }) => searchAnswer(view, query, form),
    }),
    cachedMethod(engine, method.getStockData, options, {
      queryOf: (request) => dataQuery(request, DEFAULT_PERIOD),
      lookUp: async (view, query) => stockDataAnswer(view, query),
    }),
    cachedBytesMethod(engine, method.getTopShorts, options, {
      queryOf: (request) =>
        topShortsQuery({
          ...request,
          period: request.period.trim() || DEFAULT_PERIOD,
          limit: request.limit === 0 ? DEFAULT_STOCKS : request.limit,
        }),
      lookUp: (view, query, signal, { form }) => topShortsAnswer(view, query, signal, form),
    }),
  ];
}
