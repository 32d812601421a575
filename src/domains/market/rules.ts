import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import type { GroupedDays } from "../../engine/columns/grouped-days.ts";
import {
  type GetIndexSeriesRequest,
  type RangeFilter,
  type ScreenerFilters,
  ScreenerFiltersSchema,
  ScreenerSortDirection,
  type ScreenStocksRequest,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import { asGiven, quoted, reading, trimmed, upperText, within } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { addMonths } from "../../runtime/time/calendar-months.ts";

const DAYS = { "1D": 1, "1W": 7 } as const;
const MONTHS = { "1M": 1, "3M": 3, "6M": 6, "1Y": 12, "2Y": 24, "5Y": 60, "10Y": 120, MAX: 1200 } as const;

export type Period = keyof typeof DAYS | keyof typeof MONTHS;

export const PERIODS = [...Object.keys(DAYS), ...Object.keys(MONTHS)] as Period[];

/** The period in upper case; the fallback for a blank string. */
export function periodOf(text: string, fallback: Period): Period {
  const period = text.trim().toUpperCase();
  if (period === "") return fallback;
  if ((PERIODS as readonly string[]).includes(period)) return period as Period;
  throw invalidArgument(`period: ${quoted(text)} is not one of ${PERIODS.join(", ")}`);
}

const periodOr = (fallback: Period) => (text: string) => periodOf(text, fallback);

export function periodBefore(day: number, period: Period): number {
  return period in DAYS
    ? day - DAYS[period as keyof typeof DAYS]
    : addMonths(day, -MONTHS[period as keyof typeof MONTHS]);
}

/** Index range [first, end) of a group in a window. Without `from`, the period ends with the newest day. */
export function windowPlaces(
  days: GroupedDays,
  group: number,
  { period, from, to }: { [Name in "from" | "to"]: number | undefined } & { period: Period | undefined },
  newest: number,
): readonly [first: number, end: number] {
  const [begin, end] = days.placesOf(group);
  const firstDay = from ?? (period === undefined ? undefined : periodBefore(newest, period) + 1);
  const first = firstDay === undefined ? begin : days.firstAfter(group, firstDay - 1);
  return [first, Math.max(first, to === undefined ? end : days.firstAfter(group, to))];
}

const CODE = new RegExp(`^${STOCK_CODE_PATTERN}$`);

export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

export type TopShortsQuery = ReturnType<typeof topShortsQuery>;
export type TreeMapQuery = ReturnType<typeof treeMapQuery>;
export type MarketDayQuery = ReturnType<typeof marketDayQuery>;
export type DatesQuery = ReturnType<typeof datesQuery>;
export type IndexQuery = ReturnType<typeof indexQuery>;

export interface WindowQuery {
  /** Undefined if from or to is given. */
  readonly period: Period | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** 0 keeps all. */
  readonly maxPoints: number;
}

/** Rules of offset and limit; out of range is rejected. */
export const pageWithin = (fallback: number, most: number) => ({
  offset: (offset: number) => {
    if (offset < 0) throw invalidArgument(`offset: ${offset} is negative`);
    return offset;
  },
  limit: within(fallback, most),
});

/** Rule: maps the number of an enum to a name. */
const oneOf =
  <const Name extends string>(names: readonly Name[], allowed: string) =>
  (number: number, field: string): Name => {
    if (names[number] !== undefined) return names[number];
    throw invalidArgument(`${field}: ${number} is not ${allowed}`);
  };

/** `productCodes`: distinct, in the given order; empty means those of the ranking. */
export const topShortsQuery = reading({
  period: periodOr("1M"),
  ...pageWithin(50, 1000),
  summaryOnly: asGiven<boolean>,
  productCodes: (codes: readonly string[], field): readonly string[] => [
    ...new Set(codes.map((code) => stockCodeOf(code, field))),
  ],
});

export const treeMapQuery = reading({
  viewMode: oneOf(["CURRENT_CHANGE", "PERCENTAGE_CHANGE"], "0 (CURRENT_CHANGE) or 1 (PERCENTAGE_CHANGE)"),
  period: periodOr("1M"),
  limit: within(100, 500),
});

export const marketDayQuery = reading({
  date: requireDay,
  ...pageWithin(50, 1000),
  includeZeroShortPositions: asGiven<boolean>,
  ordinaryOnly: asGiven<boolean>,
});

/** `before` is exclusive. */
export const datesQuery = reading({ limit: within(90, 1000), before: optionalDay });

export const battlegroundQuery = reading({
  view: oneOf(["squeeze", "squeeze", "divergence"], "0, 1 (squeeze) or 2 (divergence)"),
  ...pageWithin(25, 100),
});

export const campaignQuery = reading({ industry: trimmed, ...pageWithin(25, 100) });

export function indexQuery(request: GetIndexSeriesRequest) {
  return { indexCode: upperText(request.indexCode, "index_code"), ...windowQuery(request, "1Y") };
}

/** A window by period, or by from and to, which override the period. */
export function windowQuery(
  request: { period: string; from: string; to: string; maxPoints: number },
  fallback: Period,
): WindowQuery {
  const period = periodOf(request.period, fallback);
  const [from, to] = [optionalDay(request.from, "from"), optionalDay(request.to, "to")];
  if (from !== undefined && to !== undefined && to < from)
    throw invalidArgument(`to: ${quoted(request.to)} is before from, ${quoted(request.from)}`);
  if (request.maxPoints < 0)
    throw invalidArgument(`max_points: ${request.maxPoints} is negative; 0 keeps all points`);
  return {
    period: from === undefined && to === undefined ? period : undefined,
    from,
    to,
    maxPoints: request.maxPoints,
  };
}

export function stockCodeOf(text: string, field: string): string {
  const code = text.trim().toUpperCase();
  if (CODE.test(code)) return code;
  throw invalidArgument(`${field}: ${quoted(text)} is not a code of three to six letters or digits`);
}

function requireDay(text: string, field: string): number {
  const day = optionalDay(text, field);
  if (day === undefined) throw invalidArgument(`${field} is required: a date YYYY-MM-DD`);
  return day;
}

export function optionalDay(text: string, field: string): number | undefined {
  if (text === "") return undefined;
  const day = dayNumberOf(text);
  if (day === undefined) throw invalidArgument(`${field}: ${quoted(text)} is not a date YYYY-MM-DD`);
  return day;
}

const MAX_CODES = 200;
const MAX_STOCKS = 4000;

/** Columns of the screener: one number per stock, 0 if unknown. */
export const SCREENER_COLUMNS = [
  "short_pct",
  "short_pct_change_4w",
  "latest_price",
  "price_change_1m",
  "latest_volume",
  "market_cap",
  "pe_ratio",
  "dividend_yield",
  "net_director_buy_value",
  "director_buy_count",
  "director_sell_count",
  "news_count_30d",
  "avg_sentiment",
  "price_sensitive_count",
  "trailing_12m_dividend",
  "avg_franking_pct",
  "days_to_cover",
  "avg_volume_20d",
] as const;

export type ScreenerColumn = (typeof SCREENER_COLUMNS)[number];

/** An inclusive range of a column. */
interface ColumnRange {
  readonly column: ScreenerColumn;
  /** Undefined: no bound. */
  readonly least: number | undefined;
  readonly most: number | undefined;
}

export type ScreenQuery = ReturnType<typeof screenQuery>;

/** Fields of ScreenerFilters with their columns, in the order of the numbers of ScreenerSortField. */
const SCREENED = [
  ["shortPct", "short_pct"],
  ["shortPctChange", "short_pct_change_4w"],
  ["marketCap", "market_cap"],
  ["priceChange1m", "price_change_1m"],
  ["peRatio", "pe_ratio"],
  ["dividendYield", "dividend_yield"],
  ["netDirectorBuy", "net_director_buy_value"],
  ["avgSentiment", "avg_sentiment"],
  ["daysToCover", "days_to_cover"],
] as const satisfies readonly (readonly [keyof ScreenerFilters, ScreenerColumn])[];

const page = reading(pageWithin(50, MAX_STOCKS));

export function screenQuery(request: ScreenStocksRequest) {
  const { filters, sortField, sortDirection } = request;
  const sortColumn = SCREENED[sortField]?.[1];
  if (sortColumn === undefined) throw invalidArgument(`sort_field: ${sortField} is not within 0 to 8`);
  if (sortDirection !== ScreenerSortDirection.DESC && sortDirection !== ScreenerSortDirection.ASC)
    throw invalidArgument(`sort_direction: ${sortDirection} is not 0 (descending) or 1 (ascending)`);
  const codes = [...new Set(filters?.productCodes.map((code) => stockCodeOf(code, "product_codes")))];
  if (codes.length > MAX_CODES)
    throw invalidArgument(
      `product_codes has ${codes.length} different codes; at most ${MAX_CODES} are allowed`,
    );
  const ranges = SCREENED.flatMap(([field, column]) =>
    rangeOf(filters?.[field], ScreenerFiltersSchema.field[field].name, column),
  );
  if (filters?.hasDirectorBuys) ranges.push({ column: "director_buy_count", least: 1, most: undefined });
  return {
    ...page(request),
    ranges,
    /** Any of these; all if empty. */
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
