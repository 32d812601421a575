import {
  type RangeFilter,
  type ScreenerFilters,
  ScreenerSortDirection,
  ScreenerSortField,
  type ScreenStocksRequest,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import { reading } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import type { ScreenerColumn } from "./queries/screener.ts";
import { pageWithin, stockCodeOf } from "./rules.ts";

const MOST_CODES = 200;
const MOST_STOCKS = 4000;

/** A column and the values that pass, ends included. */
interface ColumnRange {
  readonly column: ScreenerColumn;
  /** Undefined where there is no bound. */
  readonly least: number | undefined;
  readonly most: number | undefined;
}

export type ScreenQuery = ReturnType<typeof screenQuery>;

type RangeField = {
  [Field in keyof ScreenerFilters]-?: ScreenerFilters[Field] extends RangeFilter | undefined ? Field : never;
}[keyof ScreenerFilters];

const RANGES: readonly (readonly [RangeField, string, ScreenerColumn])[] = [
  ["shortPct", "short_pct", "short_pct"],
  ["shortPctChange", "short_pct_change", "short_pct_change_4w"],
  ["marketCap", "market_cap", "market_cap"],
  ["priceChange1m", "price_change_1m", "price_change_1m"],
  ["peRatio", "pe_ratio", "pe_ratio"],
  ["dividendYield", "dividend_yield", "dividend_yield"],
  ["netDirectorBuy", "net_director_buy", "net_director_buy_value"],
  ["avgSentiment", "avg_sentiment", "avg_sentiment"],
  ["daysToCover", "days_to_cover", "days_to_cover"],
];

const SORT_COLUMNS: Readonly<Record<number, ScreenerColumn>> = {
  [ScreenerSortField.SHORT_PCT]: "short_pct",
  [ScreenerSortField.SHORT_PCT_CHANGE]: "short_pct_change_4w",
  [ScreenerSortField.MARKET_CAP]: "market_cap",
  [ScreenerSortField.PRICE_CHANGE_1M]: "price_change_1m",
  [ScreenerSortField.PE_RATIO]: "pe_ratio",
  [ScreenerSortField.DIVIDEND_YIELD]: "dividend_yield",
  [ScreenerSortField.NET_DIRECTOR_BUY]: "net_director_buy_value",
  [ScreenerSortField.NEWS_SENTIMENT]: "avg_sentiment",
  [ScreenerSortField.DAYS_TO_COVER]: "days_to_cover",
};

const page = reading(pageWithin(50, MOST_STOCKS));

export function screenQuery(request: ScreenStocksRequest) {
  const { filters, sortField, sortDirection } = request;
  const sortColumn = SORT_COLUMNS[sortField];
  if (sortColumn === undefined) throw invalidArgument(`sort_field: ${sortField} is not within 0 to 8`);
  if (sortDirection !== ScreenerSortDirection.DESC && sortDirection !== ScreenerSortDirection.ASC)
    throw invalidArgument(`sort_direction: ${sortDirection} is not 0 (descending) or 1 (ascending)`);
  const codes = [...new Set(filters?.productCodes.map((code) => stockCodeOf(code, "product_codes")))];
  if (codes.length > MOST_CODES)
    throw invalidArgument(
      `product_codes has ${codes.length} different codes; at most ${MOST_CODES} are allowed`,
    );
  const ranges = RANGES.flatMap(([field, name, column]) => rangeOf(filters?.[field], name, column));
  if (filters?.hasDirectorBuys) ranges.push({ column: "director_buy_count", least: 1, most: undefined });
  return {
    ...page(request),
    ranges,
    /** Any of these; all when empty. */
    industries: filters?.industries ?? [],
    codes,
    sortColumn,
    ascending: sortDirection === ScreenerSortDirection.ASC,
  };
}

function rangeOf(range: RangeFilter | undefined, field: string, column: ScreenerColumn): ColumnRange[] {
  if (range === undefined || !(range.hasMin || range.hasMax)) return [];
  const bound = (value: number, isGiven: boolean, name: string) => {
    if (isGiven && Number.isNaN(value)) throw invalidArgument(`filters.${field}.${name} is not a number`);
    return isGiven ? value : undefined;
  };
  return [
    { column, least: bound(range.min, range.hasMin, "min"), most: bound(range.max, range.hasMax, "max") },
  ];
}
