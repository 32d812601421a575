import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import type { GetIndexSeriesRequest } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { asGiven, quoted, reading, trimmed, upperText, within } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { type Period, periodOf, periodOr } from "./periods.ts";

const CODE = new RegExp(`^${STOCK_CODE_PATTERN}$`);

/** A page of an order. */
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
  /** Undefined when from or to is given. */
  readonly period: Period | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** 0 keeps all. */
  readonly maxPoints: number;
}

/** A page of an order; out of range it is refused. */
export const pageWithin = (fallback: number, most: number) => ({
  offset: (offset: number) => {
    if (offset < 0) throw invalidArgument(`offset: ${offset} is negative`);
    return offset;
  },
  limit: within(fallback, most),
});

/** The value at the number of an enumeration. */
const oneOf =
  <const Name extends string>(names: readonly Name[], allowed: string) =>
  (number: number, field: string): Name => {
    if (names[number] !== undefined) return names[number];
    throw invalidArgument(`${field}: ${number} is not ${allowed}`);
  };

/** Exactly the codes, in their order; those of the ranking when none is given. */
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

/** Only days before the one given. */
export const datesQuery = reading({ limit: within(90, 1000), before: optionalDay });

export const battlegroundQuery = reading({
  view: oneOf(["squeeze", "squeeze", "divergence"], "0, 1 (squeeze) or 2 (divergence)"),
  ...pageWithin(25, 100),
});

export const campaignQuery = reading({ industry: trimmed, ...pageWithin(25, 100) });

export function indexQuery(request: GetIndexSeriesRequest) {
  return { indexCode: upperText(request.indexCode, "index_code"), ...windowQuery(request, "1Y") };
}

/** A window by period, or by its ends, which put the period out of use. */
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

/** A code, trimmed and in capitals. */
export function stockCodeOf(text: string, field: string): string {
  const code = text.trim().toUpperCase();
  if (CODE.test(code)) return code;
  throw invalidArgument(`${field}: ${quoted(text)} is not a code of three to six letters or digits`);
}

export function requireDay(text: string, field: string): number {
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
