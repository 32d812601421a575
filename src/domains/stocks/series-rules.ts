import type { GetHistoricalPricesRequest } from "../../gen/marketdata/v1/market_data_pb.ts";
import type { GetStockDataRequest, GetStockPricesRequest } from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { quoted, reading } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { type Period, periodOf } from "../market/periods.ts";
import { optionalDay, type WindowQuery, windowQuery } from "../market/rules.ts";
import { requireCode, severalCodes } from "./rules.ts";

/** Periods so long that a point covers a week. */
const WEEKLY: readonly Period[] = ["5Y", "10Y", "MAX"];

export type DataQuery = ReturnType<typeof dataQuery>;

/** The rows asked for, only those that were public by `asOf`; the period is the fallback when none is given. */
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
  return {
    code: requireCode(request.stockCode, "stock_code"),
    period: periodAmong(request.period, "1M", HISTORY_PERIODS),
    from: undefined,
    to: undefined,
    maxPoints: 0,
  };
}

export const correlationsQuery = reading({
  stockCodes: severalCodes(2, 50),
  period: (text: string) => periodAmong(text, "1Y", CORRELATION_PERIODS),
});

/** The period in capitals, where it is one of a list. */
function periodAmong(text: string, fallback: Period, periods: readonly Period[]): Period {
  const period = text.trim() === "" ? fallback : (text.trim().toUpperCase() as Period);
  if (periods.includes(period)) return period;
  const allowed = periods.map((one) => one.toLowerCase()).join(", ");
  throw invalidArgument(`period: ${quoted(text)} is not one of ${allowed}`);
}
