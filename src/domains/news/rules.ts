import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import {
  asGiven,
  clamped,
  codeOf,
  limitOrDefault,
  quoted,
  reading,
  upperText,
  within,
} from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { MAX_MARKET_NEWS } from "./pages/articles.ts";
import { MAX_NEIGHBOURS } from "./pages/nearest-articles.ts";
import { MAX_REPORTS } from "./pages/reports.ts";

const SLUG = /^\d{4}(-W(0[1-9]|[1-4]\d|5[0-3])|-(0[1-9]|1[0-2]))?$/;
const TYPES = ["weekly", "monthly", "yearly"];

export type StockNewsQuery = ReturnType<typeof stockNewsQuery>;
export type MarketNewsQuery = ReturnType<typeof marketNewsQuery>;
export type RelatedNewsQuery = ReturnType<typeof relatedNewsQuery>;
export type TakeListQuery = ReturnType<typeof takeListQuery>;

/** Filters are not normalised; "" means all. */
const filters = { source: asGiven<string>, sentiment: asGiven<string> };

export const stockNewsQuery = reading({
  stockCode: codeOf(STOCK_CODE_PATTERN, "3 to 6 letters and digits"),
  limit: within(20, 100),
  ...filters,
});

export const marketNewsQuery = reading({
  limit: within(50, MAX_MARKET_NEWS),
  priceSensitiveOnly: asGiven<boolean>,
  ...filters,
});

/** Accepts any code. `articleId` "" means the stock's newest article. */
export const relatedNewsQuery = reading({
  stockCode: upperText,
  articleId: asGiven<string>,
  limit: clamped(6, MAX_NEIGHBOURS),
});

/** The slug is not normalised. */
export const takeQuery = reading({
  slug: (slug: string) => {
    if (slug === "") throw invalidArgument("slug is required and must not be empty");
    return slug;
  },
});

export const takeListQuery = reading({
  offset: (offset: number) => {
    if (offset < 0) throw invalidArgument(`offset: ${offset} is negative; 0 or more is allowed`);
    return offset;
  },
  stockCode: asGiven<string>,
  limit: (limit: number) => limitOrDefault(limit, 20, 100),
});

export const reportQuery = reading({
  weekSlug: (text: string) => {
    const slug = text.trim().toUpperCase();
    if (SLUG.test(slug)) return slug;
    throw invalidArgument(`week_slug: ${quoted(text)} is not of the form 2026-W06, 2026-02 or 2026`);
  },
});

/** The query has "" for all types. */
export const reportListQuery = reading({
  reportType: (text: string) => {
    const type = text.trim().toLowerCase();
    if (["", "all", ...TYPES].includes(type)) return type === "all" ? "" : type;
    throw invalidArgument(`report_type: ${quoted(text)} is not one of ${TYPES.join(", ")}, all`);
  },
  limit: clamped(24, MAX_REPORTS),
});
