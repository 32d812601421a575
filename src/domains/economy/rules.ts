import { STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import { MAX_BASE_CORRELATIONS } from "../../engine/statistics/base-correlations.ts";
import {
  DEFAULT_WINDOW_MONTHS,
  MAX_WINDOW_MONTHS,
  MIN_ALIGNED_MONTHS,
} from "../../engine/statistics/pair-correlation.ts";
import type {
  GetEconomicSeriesRequest,
  ListEconomicSeriesRequest,
  ListSeriesCorrelationsRequest,
  ListStateCompaniesRequest,
} from "../../gen/shorts/v1alpha1/economy_pb.ts";
import {
  type CorrelateSeriesRequest,
  type GetSeriesVintagesRequest,
  SeriesTransform as WireTransform,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { dayOfTimestamp } from "../../rpc/encoding/timestamps.ts";
import { clampedLimit, quoted, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import type { CorrelateSeriesQuery, SeriesTransform } from "./queries/correlations/correlate-series.ts";
import type { SeriesCorrelationsQuery } from "./queries/correlations/series-correlations.ts";
import type { SeriesDataQuery } from "./queries/series-data.ts";
import type { SeriesFilter } from "./queries/series-store.ts";
import type { VintagesQuery } from "./queries/vintages.ts";

const MAX_SERIES_KEYS = 50;
const MAX_OBSERVATIONS = 600;
const MAX_BASE_KEYS = 10;
const MAX_OVERLAY_KEYS = 500;
const MAX_LAG_MONTHS = 12;

/** Filters in lower case; a limit of 0 or less is 200, above 500 it is 500. Nothing is refused. */
export function seriesFilter(request: ListEconomicSeriesRequest): SeriesFilter {
  return {
    topic: normalised(request.topic),
    metric: normalised(request.metric),
    regionType: normalised(request.regionType),
    regionCode: normalised(request.regionCode),
    product: normalised(request.product),
    limit: clampedLimit(request.limit, 200, 500),
    afterKey: normalised(request.afterKey),
  };
}

/** 1 to 50 unique keys; 0 observations is 600, fewer is 1, more is 600. */
export function seriesDataQuery(request: GetEconomicSeriesRequest): SeriesDataQuery {
  const { startPeriod, maxObservations } = request;
  return {
    seriesKeys: requireKeys(request.seriesKeys, "series_keys", 1, MAX_SERIES_KEYS),
    startDay: startPeriod === undefined ? undefined : dayOfTimestamp(startPeriod),
    maxObservations:
      maxObservations === 0 ? MAX_OBSERVATIONS : Math.min(Math.max(maxObservations, 1), MAX_OBSERVATIONS),
  };
}

/** A key, a window that does not end before it begins; 0 periods is 120, above 600 it is 600. */
export function vintagesQuery(request: GetSeriesVintagesRequest): VintagesQuery {
  const [startDay, endDay] = [request.startPeriod, request.endPeriod].map((time) =>
    time === undefined ? undefined : dayOfTimestamp(time),
  );
  if (startDay !== undefined && endDay !== undefined && startDay > endDay)
    throw invalidArgument("start_period is later than end_period");
  return {
    seriesKey: requireText(request.seriesKey, "series_key", "lower"),
    startDay,
    endDay,
    maxPeriods: requireCount(request.maxPeriods, "max_periods", 120, 600),
  };
}

/** A base, a window that is not negative, |r| within 0..1, a limit of up to 250. */
export function seriesCorrelationsQuery(request: ListSeriesCorrelationsRequest): SeriesCorrelationsQuery {
  return {
    baseSeriesKey: requireText(request.baseSeriesKey, "base_series_key", "lower"),
    windowMonths: requirePositiveWindow(request.windowMonths),
    minAbsR: requireMinAbsR(request.minAbsR),
    limit: requireCount(request.limit, "limit", 100, MAX_BASE_CORRELATIONS),
  };
}

/** One of the eight states, by code or full name, in lower case; a limit of 0 or less is 10, above 50 it is 50. */
export function stateCompaniesQuery(request: ListStateCompaniesRequest): { state: string; limit: number } {
  const state = stateCodeIn(request.state).toLowerCase();
  const states = STATE_CODES.map((code) => code.toLowerCase());
  if (!states.includes(state)) {
    throw invalidArgument(`state: ${quoted(request.state)} is not one of ${states.join(", ")}`);
  }
  return { state, limit: clampedLimit(request.limit, 10, 50) };
}

/** 1 to 10 bases, up to 500 overlays, lags within -12..12 in order, window and |r| as for one base. */
export function correlateSeriesQuery(request: CorrelateSeriesRequest): CorrelateSeriesQuery {
  const minLagMonths = requireLag(request.minLagMonths, "min_lag_months");
  const maxLagMonths = requireLag(request.maxLagMonths, "max_lag_months");
  if (minLagMonths > maxLagMonths) {
    throw invalidArgument(`min_lag_months ${minLagMonths} is above max_lag_months ${maxLagMonths}`);
  }
  return {
    baseSeriesKeys: requireKeys(request.baseSeriesKeys, "base_series_keys", 1, MAX_BASE_KEYS),
    overlaySeriesKeys: requireKeys(request.overlaySeriesKeys, "overlay_series_keys", 0, MAX_OVERLAY_KEYS),
    transform: requireTransform(request.transform),
    minLagMonths,
    maxLagMonths,
    windowMonths: requireWindow(request.windowMonths),
    minAbsR: requireMinAbsR(request.minAbsR),
    limit: requireCount(request.limit, "limit", 100, 500),
    asOf: requireAsOf(request.asOf),
  };
}

function normalised(text: string): string {
  return text.trim().toLowerCase();
}

function requireKeys(keys: readonly string[], field: string, least: number, most: number): string[] {
  const unique = [...new Set(keys.map(normalised))].filter((key) => key !== "");
  if (unique.length < least) throw invalidArgument(`${field} needs at least one series key`);
  if (unique.length > most) {
    throw invalidArgument(`${field} has ${unique.length} different keys; at most ${most} are allowed`);
  }
  return unique;
}

function requireWindow(months: number): number {
  if (months === 0) return DEFAULT_WINDOW_MONTHS;
  if (months >= MIN_ALIGNED_MONTHS && months <= MAX_WINDOW_MONTHS) return months;
  throw invalidArgument(
    `window_months: ${months} is not 0 (for ${DEFAULT_WINDOW_MONTHS}) or ${MIN_ALIGNED_MONTHS} to ${MAX_WINDOW_MONTHS}`,
  );
}

/** The window asked for. Any positive one passes; one that is not answered gets an empty list, no refusal. */
function requirePositiveWindow(months: number): number {
  if (months >= 0) return months || DEFAULT_WINDOW_MONTHS;
  throw invalidArgument(
    `window_months: ${months} is negative; 0 means ${DEFAULT_WINDOW_MONTHS}, ${MIN_ALIGNED_MONTHS} to ${MAX_WINDOW_MONTHS} are answered`,
  );
}

function requireMinAbsR(value: number): number {
  // Written so that NaN is refused too.
  if (value >= 0 && value <= 1) return value;
  throw invalidArgument(`min_abs_r: ${value} is not a number from 0 to 1`);
}

function requireCount(count: number, field: string, fallback: number, most: number): number {
  if (count < 0)
    throw invalidArgument(`${field}: ${count} is negative; 0 means ${fallback}, at most ${most}`);
  return count === 0 ? fallback : Math.min(count, most);
}

/** A day by its number; undefined for none. */
export function requireAsOf(text: string): number | undefined {
  if (text.trim() === "") return undefined;
  const day = dayNumberOf(text.trim());
  if (day === undefined) throw invalidArgument(`as_of: ${quoted(text)} is not a date YYYY-MM-DD`);
  return day;
}

function requireLag(months: number, field: string): number {
  if (Math.abs(months) <= MAX_LAG_MONTHS) return months;
  throw invalidArgument(`${field}: ${months} is not within -${MAX_LAG_MONTHS} to ${MAX_LAG_MONTHS}`);
}

function requireTransform(transform: WireTransform): SeriesTransform {
  switch (transform) {
    case WireTransform.UNSPECIFIED:
    case WireTransform.LEVELS:
      return "levels";
    case WireTransform.YEAR_ON_YEAR:
      return "year_on_year";
    default:
      throw invalidArgument(`transform: ${transform} is not 0, 1 (levels) or 2 (year on year)`);
  }
}
