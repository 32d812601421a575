import type { GetStockDataRequest, GetStockPricesRequest } from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { type Period, periodOf } from "../market/periods.ts";
import { type WindowQuery, windowQuery } from "../market/rules.ts";
import { requireCode } from "./rules.ts";

/** Periods so long that a point covers a week. */
const WEEKLY: readonly Period[] = ["5Y", "10Y", "MAX"];

export interface DataQuery extends WindowQuery {
  readonly code: string;
  readonly isWeekly: boolean;
  /** Only rows that were public by this day. */
  readonly asOf: number | undefined;
}

/** The rows asked for; the period is the fallback when none is given. */
export function dataQuery(request: GetStockDataRequest, fallback: Period): DataQuery {
  const code = requireCode(request.productCode, "product_code");
  const window = windowQuery(request, fallback);
  const asOf = request.asOf === "" ? undefined : dayNumberOf(request.asOf);
  if (request.asOf !== "" && asOf === undefined) {
    throw invalidArgument(`as_of: ${quoted(request.asOf)} is not a date YYYY-MM-DD`);
  }
  const isLong = WEEKLY.includes(periodOf(request.period, fallback));
  return { ...window, code, asOf, isWeekly: isLong && !request.fullResolution && asOf === undefined };
}

export interface PricesQuery extends WindowQuery {
  readonly code: string;
}

export function pricesQuery(request: GetStockPricesRequest): PricesQuery {
  return { ...windowQuery(request, "1Y"), code: requireCode(request.productCode, "product_code") };
}
