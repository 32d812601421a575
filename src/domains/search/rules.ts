import type { SearchStocksRequest } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { requireText, searchText } from "../../rpc/request-rules.ts";

const DEFAULT_STOCKS = 50;
const MOST_STOCKS = 100;

export interface SearchQuery {
  /** As it was asked; answers repeat it. */
  readonly asked: string;
  /** In lower case, white space collapsed. */
  readonly text: string;
  readonly limit: number;
  readonly hasDetails: boolean;
}

/** A query that is not empty; a limit of 0 or less is 50, above 100 it is 100. */
export function searchQuery(request: SearchStocksRequest): SearchQuery {
  requireText(request.query, "query", "as given");
  return {
    asked: request.query,
    text: searchText(request.query),
    limit: request.limit <= 0 ? DEFAULT_STOCKS : Math.min(request.limit, MOST_STOCKS),
    hasDetails: request.includeDetails,
  };
}
