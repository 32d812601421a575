import type { SearchStocksRequest } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { clampedLimit, requireText, searchText } from "../../rpc/request-rules.ts";

export type SearchQuery = ReturnType<typeof searchQuery>;

/** A query that is not empty, as it was asked, which answers repeat, and as it is searched; 50 stocks unless up to 100 are asked for. */
export function searchQuery(request: SearchStocksRequest) {
  requireText(request.query, "query", "as given");
  return {
    asked: request.query,
    text: searchText(request.query),
    limit: clampedLimit(request.limit, 50, 100),
    hasDetails: request.includeDetails,
  };
}
