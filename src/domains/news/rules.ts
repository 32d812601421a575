import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import type {
  GetMarketNewsRequest,
  GetRelatedNewsRequest,
  GetStockNewsRequest,
  ListEditorialTakesRequest,
} from "../../gen/shorts/v1alpha1/news_pb.ts";
import { clampedLimit, limitOrDefault, limitWithin, quoted, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { MAX_MARKET_NEWS } from "./pages/articles.ts";
import { MAX_NEIGHBOURS } from "./pages/nearest-articles.ts";

const CODE = new RegExp(`^${STOCK_CODE_PATTERN}$`);

export type StockNewsQuery = ReturnType<typeof stockNewsQuery>;

/** A code of 3 to 6 characters, a limit within 0..100, filters as they are: "" = all. */
export function stockNewsQuery(request: GetStockNewsRequest) {
  const stockCode = requireText(request.stockCode, "stock_code", "upper");
  if (!CODE.test(stockCode)) {
    throw invalidArgument(`stock_code: ${quoted(request.stockCode)} is not 3 to 6 letters and digits`);
  }
  const { source, sentiment } = request;
  return { stockCode, limit: limitWithin(request.limit, 20, 100), source, sentiment };
}

export type MarketNewsQuery = ReturnType<typeof marketNewsQuery>;

/** A limit within 0..200. */
export function marketNewsQuery(request: GetMarketNewsRequest) {
  const { source, priceSensitiveOnly, sentiment } = request;
  return { limit: limitWithin(request.limit, 50, MAX_MARKET_NEWS), source, priceSensitiveOnly, sentiment };
}

export type RelatedNewsQuery = ReturnType<typeof relatedNewsQuery>;

/** A code of any form, an article or "" for the stock's newest; a limit of 0 or less is 6, above 50 it is 50. */
export function relatedNewsQuery(request: GetRelatedNewsRequest) {
  const { articleId, limit } = request;
  return {
    stockCode: requireText(request.stockCode, "stock_code", "upper"),
    articleId,
    limit: clampedLimit(limit, 6, MAX_NEIGHBOURS),
  };
}

/** A slug as it is, not empty. */
export function requireSlug(slug: string): string {
  if (slug === "") throw invalidArgument("slug is required and must not be empty");
  return slug;
}

export type TakeListQuery = ReturnType<typeof takeListQuery>;

/** A limit outside 1..100 is 20; an offset that is not negative. */
export function takeListQuery(request: ListEditorialTakesRequest) {
  const { stockCode, offset } = request;
  if (offset < 0) throw invalidArgument(`offset: ${offset} is negative; 0 or more is allowed`);
  return { stockCode, limit: limitOrDefault(request.limit, 20, 100), offset };
}
