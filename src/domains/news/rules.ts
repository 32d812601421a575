import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import type {
  GetMarketNewsRequest,
  GetRelatedNewsRequest,
  GetStockNewsRequest,
  ListEditorialTakesRequest,
} from "../../gen/shorts/v1alpha1/news_pb.ts";
import { limitOrDefault, quoted, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { MAX_MARKET_NEWS } from "./pages/articles.ts";
import { MAX_NEIGHBOURS } from "./pages/nearest-articles.ts";

const CODE = new RegExp(`^${STOCK_CODE_PATTERN}$`);

export interface StockNewsQuery {
  readonly stockCode: string;
  readonly limit: number;
  /** "" = all. */
  readonly source: string;
  readonly sentiment: string;
}

/** A code of 3 to 6 characters, a limit within 0..100, filters as they are. */
export function stockNewsQuery(request: GetStockNewsRequest): StockNewsQuery {
  const stockCode = requireText(request.stockCode, "stock_code", "upper");
  if (!CODE.test(stockCode)) {
    throw invalidArgument(`stock_code: ${quoted(request.stockCode)} is not 3 to 6 letters and digits`);
  }
  const { source, sentiment } = request;
  return { stockCode, limit: requireLimit(request.limit, 20, 100), source, sentiment };
}

export interface MarketNewsQuery {
  readonly limit: number;
  readonly source: string;
  readonly priceSensitiveOnly: boolean;
  readonly sentiment: string;
}

/** A limit within 0..200. */
export function marketNewsQuery(request: GetMarketNewsRequest): MarketNewsQuery {
  const { source, priceSensitiveOnly, sentiment } = request;
  return { limit: requireLimit(request.limit, 50, MAX_MARKET_NEWS), source, priceSensitiveOnly, sentiment };
}

export interface RelatedNewsQuery {
  readonly stockCode: string;
  /** "" = the stock's newest. */
  readonly articleId: string;
  readonly limit: number;
}

/** A code of any form; a limit of 0 or less is 6, above 50 it is 50. */
export function relatedNewsQuery(request: GetRelatedNewsRequest): RelatedNewsQuery {
  const { articleId, limit } = request;
  return {
    stockCode: requireText(request.stockCode, "stock_code", "upper"),
    articleId,
    limit: limit <= 0 ? 6 : Math.min(limit, MAX_NEIGHBOURS),
  };
}

/** A slug as it is, not empty. */
export function requireSlug(slug: string): string {
  if (slug === "") throw invalidArgument("slug is required and must not be empty");
  return slug;
}

export interface TakeListQuery {
  readonly stockCode: string;
  readonly limit: number;
  readonly offset: number;
}

/** A limit outside 1..100 is 20; an offset that is not negative. */
export function takeListQuery(request: ListEditorialTakesRequest): TakeListQuery {
  const { stockCode, offset } = request;
  if (offset < 0) throw invalidArgument(`offset: ${offset} is negative; 0 or more is allowed`);
  return { stockCode, limit: limitOrDefault(request.limit, 20, 100), offset };
}

function requireLimit(limit: number, fallback: number, most: number): number {
  if (limit >= 0 && limit <= most) return limit || fallback;
  throw invalidArgument(`limit: ${limit} is not within 0 to ${most}; 0 means ${fallback}`);
}
