import { marketOf } from "../../engine/columns/market/market.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  SearchService,
  type SearchStocksRequest,
  SearchStocksResponseSchema,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import { StockSchema } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import type { FoundBytes } from "../../rpc/cached-answer.ts";
import { type CachingOptions, cachedBytesMethod } from "../../rpc/cached-method.ts";
import { KeptElements } from "../../rpc/encoding/kept-elements.ts";
import { clampedLimit, requireText, searchText } from "../../rpc/request-rules.ts";
import type { AnswerForm, UnaryMethod } from "../../rpc/unary-method.ts";
import { newestStockMessage } from "../market/stock-message.ts";
import { searchStocks } from "./queries/search-stocks.ts";

export function searchMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  return [
    cachedBytesMethod(engine, SearchService.method.searchStocks, options, {
      queryOf: searchQuery,
      lookUp: async (view, query, _, { form }) => searchAnswer(view, query, form),
    }),
  ];
}

/** The encoded answer to a search; CoreStocksService returns the same. */
export function searchAnswer(view: SnapshotView, query: SearchQuery, form: AnswerForm): FoundBytes {
  const rows = searchStocks(view, query.text, query.limit);
  const fields = { before: { query: query.asked }, after: { count: rows.length } };
  return stocksOf(view, query.hasDetails).answer(rows, fields, form);
}

/** Cached encodings of newest rows, with or without details. */
function stocksOf(view: SnapshotView, hasDetails: boolean) {
  return view.derived(`search-stocks-${hasDetails}`, () => {
    const market = marketOf(view);
    const parts = { tags: true, sizes: hasDetails };
    return new KeptElements(SearchStocksResponseSchema, StockSchema, (row) =>
      newestStockMessage(market, market.positions.codeOf(row), parts),
    );
  });
}

type SearchQuery = ReturnType<typeof searchQuery>;

/** `asked` is repeated in the answer, `text` is searched; the limit is 50 by default, at most 100. */
export function searchQuery(request: SearchStocksRequest) {
  requireText(request.query, "query", "as given");
  return {
    asked: request.query,
    text: searchText(request.query),
    limit: clampedLimit(request.limit, 50, 100),
    hasDetails: request.includeDetails,
  };
}
