import { PERIOD_TYPES } from "../../dataset/tables/fundamentals.ts";
import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import type { GetHistoricalPricesRequest } from "../../gen/marketdata/v1/market_data_pb.ts";
import type { GetStockDataRequest, GetStockPricesRequest } from "../../gen/shorts/v1alpha1/stock_pb.ts";
import type { GetStrategyPicksRequest } from "../../gen/shorts/v1alpha1/strategy_pb.ts";
import { clamped, codeOf, quoted, reading, requireText, upperText } from "../../rpc/request-rules.ts";
import { invalidArgument, TerraceError } from "../../runtime/errors.ts";
import {
  optionalDay,
  type Period,
  pageWithin,
  periodOf,
  type WindowQuery,
  windowQuery,
} from "../market/rules.ts";
import { STRATEGIES } from "./strategies/declared.ts";
import { SORTS, type SortBy, STATUSES } from "./strategies/picks.ts";

/** The code of a security in upper case. Errors name the field as the request has it. */
export const requireCode = codeOf(STOCK_CODE_PATTERN, 'three to six letters or digits, such as "CBA"');

/** Rule: `least` to `most` distinct codes. */
const severalCodes =
  (least: number, most: number) =>
  (texts: readonly string[]): readonly string[] => {
    if (texts.length === 0) throw invalidArgument('stock_codes is required, for example ["CBA"]');
    const codes = [...new Set(texts.map((text) => requireCode(text, "stock_codes")))];
    if (codes.length < least) {
      throw invalidArgument(`stock_codes: ${codes.length} code is too few; at least ${least} that differ`);
    }
    if (codes.length > most) {
      throw invalidArgument(`stock_codes: ${codes.length} codes are too many; at most ${most}`);
    }
    return codes;
  };

/** Rule: a limit; out of range is rejected, 0 is the default. */
const within = (fallback: number, most: number) => (value: number, field: string) => {
  if (value < 0 || value > most) {
    throw invalidArgument(`${field}: ${value} is not within 0 to ${most}; 0 is ${fallback}`);
  }
  return value === 0 ? fallback : value;
};

/** Index in PERIOD_TYPES; undefined for all. */
function periodType(given: string): number | undefined {
  const text = given.trim().toLowerCase();
  const type = (PERIOD_TYPES as readonly string[]).indexOf(text);
  if (text === "" || type >= 0) return text === "" ? undefined : type;
  throw invalidArgument(`period_type: ${quoted(given)} is not one of ${PERIOD_TYPES.join(", ")}`);
}

export const fundamentalsQuery = reading({ stockCode: requireCode, periodType, limit: within(12, 40) });
export const highlightsQuery = reading({
  stockCodes: severalCodes(1, 50),
  maxReportsPerStock: (most: number) => (most <= 0 ? 2 : most),
});
export const directorTradesQuery = reading({ stockCode: requireCode, limit: within(20, 200) });
export const dividendsQuery = reading({ stockCode: requireCode, years: within(5, 20) });
export const stockQuery = reading({ productCode: requireCode });
export const priceQuery = reading({ stockCode: requireCode });
export const pricesOfQuery = reading({ stockCodes: severalCodes(1, 200) });
export const peersQuery = reading({ stockCode: requireCode, limit: within(5, 20) });

/** These three accept any code; an unknown one gets an empty response. */
export const graphQuery = reading({ stockCode: upperText, limit: clamped(12, 100) });
export const signalsQuery = reading({ stockCode: upperText, limit: clamped(10, 100) });
export const timelineQuery = reading({
  stockCode: upperText,
  daysBack: clamped(365, 365),
  limit: clamped(50, 200),
});

/** One to ten letters or digits: the screener may hold longer codes than other methods take. */
export const verdictQuery = reading({
  productCode: codeOf("[A-Z0-9]{1,10}", "one to ten letters or digits"),
});

/** Periods whose points are weeks. */
const WEEKLY: readonly Period[] = ["5Y", "10Y", "MAX"];

export type DataQuery = ReturnType<typeof dataQuery>;

/** With `asOf`, only rows that were public by then, and never weeks. */
export function dataQuery(request: GetStockDataRequest, fallback: Period) {
  const code = requireCode(request.productCode, "product_code");
  const window = windowQuery(request, fallback);
  const asOf = optionalDay(request.asOf, "as_of");
  const isLong = WEEKLY.includes(periodOf(request.period, fallback));
  return { ...window, code, asOf, isWeekly: isLong && !request.fullResolution && asOf === undefined };
}

export interface PricesQuery extends WindowQuery {
  readonly code: string;
}

export function pricesQuery(request: GetStockPricesRequest): PricesQuery {
  return { ...windowQuery(request, "1Y"), code: requireCode(request.productCode, "product_code") };
}

/** Periods of MarketDataService, shortest first. */
const HISTORY_PERIODS: readonly Period[] = ["1D", "1W", "1M", "3M", "6M", "1Y", "2Y"];
const CORRELATION_PERIODS: readonly Period[] = ["1M", "3M", "6M", "1Y"];

export function historyQuery(request: GetHistoricalPricesRequest): PricesQuery {
  const code = requireCode(request.stockCode, "stock_code");
  const period = periodAmong(request.period, "1M", HISTORY_PERIODS);
  return { code, ...windowQuery({ period, from: "", to: "", maxPoints: 0 }, period) };
}

export const correlationsQuery = reading({
  stockCodes: severalCodes(2, 50),
  period: (text: string) => periodAmong(text, "1Y", CORRELATION_PERIODS),
});

/** The period in upper case; rejects others than `periods`. */
function periodAmong(text: string, fallback: Period, periods: readonly Period[]): Period {
  const period = text.trim() === "" ? fallback : (text.trim().toUpperCase() as Period);
  if (periods.includes(period)) return period;
  const allowed = periods.map((one) => one.toLowerCase()).join(", ");
  throw invalidArgument(`period: ${quoted(text)} is not one of ${allowed}`);
}

const page = reading(pageWithin(20, 100));

/** `sortBy` "" is the strategy's own order. */
export function picksQuery(request: GetStrategyPicksRequest) {
  const id = requireText(request.strategyId, "strategy_id", "lower");
  if (!STRATEGIES.some((one) => one.id === id)) {
    const ids = STRATEGIES.map((one) => one.id).join(", ");
    throw new TerraceError("not_found", `strategy_id: ${quoted(request.strategyId)} is not one of ${ids}`);
  }
  return {
    strategyId: id,
    status: oneOf(request.status, "status", STATUSES),
    sortBy:
      request.sortBy.trim().toLowerCase() === "score" ? "" : oneOf(request.sortBy, "sort_by", SORT_NAMES),
    requireFundamentals: request.requireFundamentals,
    ...page(request),
  };
}

const SORT_NAMES = Object.keys(SORTS) as SortBy[];

function oneOf<T extends string>(text: string, field: string, allowed: readonly T[]): T | "" {
  const value = text.trim().toLowerCase();
  const found = allowed.find((one) => one === value);
  if (found !== undefined || value === "") return found ?? "";
  const names = field === "sort_by" ? ["score", ...allowed] : allowed;
  throw invalidArgument(`${field}: ${quoted(text)} is not one of ${names.join(", ")}`);
}

/** Range number of the growth record; that of a period is the index of its type in PERIOD_TYPES. */
export const GROWTH_PLACE = PERIOD_TYPES.length;
