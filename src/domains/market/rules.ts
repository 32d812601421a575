import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import type {
  GetAvailableDatesRequest,
  GetBattlegroundStocksRequest,
  GetIndexSeriesRequest,
  GetIndustryTreeMapRequest,
  GetMarketByDateRequest,
  GetShortCampaignScoreboardRequest,
  GetTopShortsRequest,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import { BattlegroundView, ViewMode } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { limitWithin, quoted, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { type Period, periodOf } from "./periods.ts";

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
export type BattlegroundQuery = ReturnType<typeof battlegroundQuery>;

export interface WindowQuery {
  /** Undefined when from or to is given. */
  readonly period: Period | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** 0 keeps all. */
  readonly maxPoints: number;
}

export interface IndexQuery extends WindowQuery {
  readonly indexCode: string;
}

/** Exactly the codes, in their order; those of the ranking when none is given. */
export function topShortsQuery(request: GetTopShortsRequest) {
  return {
    period: periodOf(request.period, "1M"),
    ...pageOf(request, 50, 1000),
    summaryOnly: request.summaryOnly,
    codes: [
      ...new Set(request.productCodes.map((code) => stockCodeOf(code, "product_codes"))),
    ] as readonly string[],
  };
}

export function treeMapQuery({ period, limit, viewMode }: GetIndustryTreeMapRequest) {
  if (viewMode !== ViewMode.CURRENT_CHANGE && viewMode !== ViewMode.PERCENTAGE_CHANGE) {
    throw invalidArgument(`view_mode: ${viewMode} is not 0 (CURRENT_CHANGE) or 1 (PERCENTAGE_CHANGE)`);
  }
  return {
    period: periodOf(period, "1M"),
    limit: limitWithin(limit, 100, 500),
    mode: viewMode === ViewMode.CURRENT_CHANGE ? ("CURRENT_CHANGE" as const) : ("PERCENTAGE_CHANGE" as const),
  };
}

export function marketDayQuery(request: GetMarketByDateRequest) {
  return {
    day: requireDay(request.date, "date"),
    ...pageOf(request, 50, 1000),
    includeZero: request.includeZeroShortPositions,
    ordinaryOnly: request.ordinaryOnly,
  };
}

/** Only days before the one given. */
export function datesQuery({ limit, before }: GetAvailableDatesRequest) {
  return { limit: limitWithin(limit, 90, 1000), before: optionalDay(before, "before") };
}

export function battlegroundQuery(request: GetBattlegroundStocksRequest) {
  const { view } = request;
  if (
    view !== BattlegroundView.UNSPECIFIED &&
    view !== BattlegroundView.SQUEEZE &&
    view !== BattlegroundView.DIVERGENCE
  )
    throw invalidArgument(`view: ${view} is not 0, 1 (squeeze) or 2 (divergence)`);
  return {
    view: view === BattlegroundView.DIVERGENCE ? ("divergence" as const) : ("squeeze" as const),
    ...pageOf(request, 25, 100),
  };
}

export function campaignQuery(request: GetShortCampaignScoreboardRequest) {
  return { industry: request.industry.trim(), ...pageOf(request, 25, 100) };
}

export function indexQuery(request: GetIndexSeriesRequest): IndexQuery {
  return {
    indexCode: requireText(request.indexCode, "index_code", "upper"),
    ...windowQuery(request, "1Y"),
  };
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

/** Limit and offset; out of range they are refused. */
export function pageOf(request: PageQuery, fallback: number, most: number): PageQuery {
  if (request.offset < 0) throw invalidArgument(`offset: ${request.offset} is negative`);
  return { limit: limitWithin(request.limit, fallback, most), offset: request.offset };
}

/** A code, trimmed and in capitals. */
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

function optionalDay(text: string, field: string): number | undefined {
  if (text === "") return undefined;
  const day = dayNumberOf(text);
  if (day === undefined) throw invalidArgument(`${field}: ${quoted(text)} is not a date YYYY-MM-DD`);
  return day;
}
