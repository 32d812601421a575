import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import { MAX_BASE_CORRELATIONS } from "../../engine/statistics/base-correlations.ts";
import {
  DEFAULT_WINDOW_MONTHS,
  MAX_WINDOW_MONTHS,
  MIN_ALIGNED_MONTHS,
} from "../../engine/statistics/pair-correlation.ts";
import type { GetEconomicSeriesRequest } from "../../gen/shorts/v1alpha1/economy_pb.ts";
import {
  type CorrelateSeriesRequest,
  type GetSeriesVintagesRequest,
  SeriesTransform,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { dayOfTimestamp } from "../../rpc/encoding/timestamps.ts";
import { clamped, lowerText, quoted, reading } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";

export type SeriesFilter = ReturnType<typeof seriesFilter>;
export type SeriesDataQuery = ReturnType<typeof seriesDataQuery>;
export type VintagesQuery = ReturnType<typeof vintagesQuery>;
export type SeriesCorrelationsQuery = ReturnType<typeof seriesCorrelationsQuery>;
export type CorrelateSeriesQuery = ReturnType<typeof correlateSeriesQuery>;

const MAX_OBSERVATIONS = 600;
const MAX_LAG_MONTHS = 12;

const lower = (text: string) => text.trim().toLowerCase();
const dayOf = (time: Timestamp | undefined) => (time === undefined ? undefined : dayOfTimestamp(time));

/** Exact-match filters ("" matches all), and the key after which a page begins. Rejects nothing. */
export const seriesFilter = reading({
  topic: lower,
  metric: lower,
  regionType: lower,
  regionCode: lower,
  product: lower,
  limit: clamped(200, 500),
  afterKey: lower,
});

/** 1 to 50 distinct keys, unknown ones included. `maxObservations`: 0 means 600, else clamped to 1..600. */
export function seriesDataQuery({ seriesKeys, startPeriod, maxObservations }: GetEconomicSeriesRequest) {
  return {
    seriesKeys: keys(1, 50)(seriesKeys, "series_keys"),
    startDay: dayOf(startPeriod),
    maxObservations:
      maxObservations === 0 ? MAX_OBSERVATIONS : Math.min(Math.max(maxObservations, 1), MAX_OBSERVATIONS),
  };
}

const vintages = reading({ seriesKey: lowerText, maxPeriods: count(120, 600) });

/** A key and an inclusive window of days. Rejects a start after the end. */
export function vintagesQuery(request: GetSeriesVintagesRequest) {
  const [startDay, endDay] = [dayOf(request.startPeriod), dayOf(request.endPeriod)];
  if (startDay !== undefined && endDay !== undefined && startDay > endDay)
    throw invalidArgument("start_period is later than end_period");
  return { ...vintages(request), startDay, endDay };
}

export const seriesCorrelationsQuery = reading({
  baseSeriesKey: lowerText,
  windowMonths: requirePositiveWindow,
  minAbsR: requireMinAbsR,
  limit: count(100, MAX_BASE_CORRELATIONS),
});

/** `state` is one of the eight states by code or full name; the query has the lower-case code. */
export const stateCompaniesQuery = reading({
  state: (text: string, field) => {
    const state = stateCodeIn(text).toLowerCase();
    const states = STATE_CODES.map((code) => code.toLowerCase());
    if (states.includes(state)) return state;
    throw invalidArgument(`${field}: ${quoted(text)} is not one of ${states.join(", ")}`);
  },
  limit: clamped(10, 50),
});

const lags = reading({ minLagMonths: requireLag, maxLagMonths: requireLag });
const correlated = reading({
  baseSeriesKeys: keys(1, 10),
  overlaySeriesKeys: keys(0, 500),
  transform: requireTransform,
  windowMonths: requireWindow,
  minAbsR: requireMinAbsR,
  limit: count(100, 500),
  asOf: requireAsOf,
});

/** Distinct keys; no overlays means every monthly and quarterly series. `asOf` undefined means now. */
export function correlateSeriesQuery(request: CorrelateSeriesRequest) {
  const { minLagMonths, maxLagMonths } = lags(request);
  if (minLagMonths > maxLagMonths) {
    throw invalidArgument(`min_lag_months ${minLagMonths} is above max_lag_months ${maxLagMonths}`);
  }
  return { ...correlated(request), minLagMonths, maxLagMonths };
}

/** Rule: `least` to `most` distinct keys, trimmed and in lower case. */
function keys(least: number, most: number) {
  return (given: readonly string[], field: string): string[] => {
    const unique = [...new Set(given.map(lower))].filter((key) => key !== "");
    if (unique.length < least) throw invalidArgument(`${field} needs at least one series key`);
    if (unique.length <= most) return unique;
    throw invalidArgument(`${field} has ${unique.length} different keys; at most ${most} are allowed`);
  };
}

function requireWindow(months: number): number {
  if (months === 0) return DEFAULT_WINDOW_MONTHS;
  if (months >= MIN_ALIGNED_MONTHS && months <= MAX_WINDOW_MONTHS) return months;
  throw invalidArgument(
    `window_months: ${months} is not 0 (for ${DEFAULT_WINDOW_MONTHS}) or ${MIN_ALIGNED_MONTHS} to ${MAX_WINDOW_MONTHS}`,
  );
}

/** Accepts 0 (the default) and every larger window: one outside 12..120 gets an empty list, not an error. */
function requirePositiveWindow(months: number): number {
  if (months >= 0) return months || DEFAULT_WINDOW_MONTHS;
  throw invalidArgument(
    `window_months: ${months} is negative; 0 means ${DEFAULT_WINDOW_MONTHS}, ${MIN_ALIGNED_MONTHS} to ${MAX_WINDOW_MONTHS} are answered`,
  );
}

function requireMinAbsR(value: number): number {
  // This form also rejects NaN.
  if (value >= 0 && value <= 1) return value;
  throw invalidArgument(`min_abs_r: ${value} is not a number from 0 to 1`);
}

/** Rule: 0 means the default, more than `most` means `most`, negative is rejected. */
function count(fallback: number, most: number) {
  return (given: number, field: string): number => {
    if (given >= 0) return given === 0 ? fallback : Math.min(given, most);
    throw invalidArgument(`${field}: ${given} is negative; 0 means ${fallback}, at most ${most}`);
  };
}

/** The day number of YYYY-MM-DD; undefined for a blank string. */
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

function requireTransform(transform: SeriesTransform) {
  if (transform === SeriesTransform.YEAR_ON_YEAR) return "year_on_year";
  if (transform === SeriesTransform.UNSPECIFIED || transform === SeriesTransform.LEVELS) return "levels";
  throw invalidArgument(`transform: ${transform} is not 0, 1 (levels) or 2 (year on year)`);
}
