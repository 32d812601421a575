import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type GetTopShortsResponse,
  GetTopShortsResponseSchema,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import {
  type TimeSeriesData,
  TimeSeriesDataSchema,
  type TimeSeriesPointSchema,
} from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { availableFrom } from "../../runtime/time/trading-days.ts";
import type { Market } from "./queries/market.ts";
import type { ShortSeries, TopShorts } from "./queries/top-shorts.ts";

type Point = MessageInitShape<typeof TimeSeriesPointSchema>;

export function topShortsMessage(
  market: Market,
  found: TopShorts,
  summaryOnly: boolean,
): GetTopShortsResponse {
  return create(GetTopShortsResponseSchema, {
    timeSeries: found.series.map((series) => seriesMessage(market, series, summaryOnly)),
    offset: found.nextOffset,
  });
}

function seriesMessage(market: Market, series: ShortSeries, summaryOnly: boolean): TimeSeriesData {
  const { positions, securities } = market;
  const { code, places } = series;
  const last = places.at(-1);
  const head = {
    productCode: securities.codes[code],
    name: market.nameOf(code, last === undefined ? market.newestRow(code) : positions.rowAt(last)),
    latestShortPosition: last === undefined ? 0 : positions.percent.at(positions.rowAt(last)),
  };
  if (summaryOnly) return create(TimeSeriesDataSchema, { ...head, industry: securities.all[code].industry });
  const { largest, smallest } = extremes(market, places);
  return create(TimeSeriesDataSchema, {
    ...head,
    points: places.map((place) => pointOf(market, place)),
    ...(largest === undefined ? {} : { max: pointOf(market, largest) }),
    ...(smallest === undefined ? {} : { min: pointOf(market, smallest) }),
  });
}

/** The first places with the largest and the smallest percentage. */
export function extremes(
  { positions }: Market,
  places: readonly number[],
): { largest: number | undefined; smallest: number | undefined } {
  const percentAt = (place: number) => positions.percent.at(positions.rowAt(place));
  let [largest, smallest] = [places[0] as number | undefined, places[0] as number | undefined];
  for (const place of places) {
    if (percentAt(place) > percentAt(largest!)) largest = place;
    if (percentAt(place) < percentAt(smallest!)) smallest = place;
  }
  return { largest, smallest };
}

/** A row of a code's history as a point. */
export function pointOf({ positions }: Market, place: number): Point {
  const row = positions.rowAt(place);
  const day = positions.dayAt(place);
  return {
    timestamp: timestampOfDay(day),
    shortPosition: positions.percent.at(row) || 0,
    reportedShortPositions: positions.short.at(row) || 0,
    totalProductInIssue: positions.issued.at(row) || 0,
    availableFrom: dateOfDay(availableFrom(day)),
  };
}
