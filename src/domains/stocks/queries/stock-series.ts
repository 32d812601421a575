import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { thinnedPlaces } from "../../../engine/columns/grouped-days.ts";
import type { Market } from "../../../engine/columns/market/market.ts";
import {
  type GetStockPricesResponse,
  GetStockPricesResponseSchema,
} from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import {
  type TimeSeriesData,
  TimeSeriesDataSchema,
  type TimeSeriesPointSchema,
} from "../../../gen/stocks/v1alpha1/stocks_pb.ts";
import { timestampOfDay } from "../../../rpc/encoding/timestamps.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import { availableFrom } from "../../../runtime/time/trading-days.ts";
import { windowPlaces } from "../../market/rules.ts";
import type { DataQuery, PricesQuery } from "../rules.ts";

/** A day, or a week labelled with its Monday. */
interface ShortPoint {
  readonly day: number;
  readonly percent: number;
  readonly short: number;
  readonly issued: number;
  /** Day from which the whole point was public. */
  readonly availableFrom: number;
}

/** A code's short positions in a window; an unknown code has none. Counts days, before weeks and thinning. */
export function stockData(market: Market, query: DataQuery): TimeSeriesData {
  const number = market.securities.numberOf(query.code);
  if (number === undefined) return create(TimeSeriesDataSchema, { productCode: query.code });
  const days = publicDays(market, number, query);
  const all = query.isWeekly ? weeksOf(days) : days;
  const points = thinnedPlaces(all.length, query.maxPoints).map((i) => all[i]);
  const largest = extreme(all, (a, b) => a > b);
  const smallest = extreme(all, (a, b) => a < b);
  return create(TimeSeriesDataSchema, {
    productCode: query.code,
    name: market.nameOf(number, market.newestRow(number)),
    latestShortPosition: points.at(-1)?.percent ?? 0,
    points: points.map(pointFields),
    ...(largest === undefined ? {} : { max: pointFields(largest) }),
    ...(smallest === undefined ? {} : { min: pointFields(smallest) }),
    totalObservations: days.length,
    downsampled: points.length < days.length,
  });
}

const pointFields = (point: ShortPoint): MessageInitShape<typeof TimeSeriesPointSchema> => ({
  timestamp: timestampOfDay(point.day),
  shortPosition: point.percent,
  reportedShortPositions: point.short || 0,
  totalProductInIssue: point.issued || 0,
  availableFrom: dateOfDay(point.availableFrom),
});

/** The days of the window that have a percentage and were public. */
function publicDays({ positions }: Market, code: number, query: DataQuery): ShortPoint[] {
  const [from, to] = windowPlaces(positions, code, query, positions.newestDay ?? 0);
  const days: ShortPoint[] = [];
  for (let place = from; place < to; place++) {
    const row = positions.rowAt(place);
    const percent = positions.percent.at(row);
    if (Number.isNaN(percent)) continue;
    const day = positions.dayAt(place);
    const known = availableFrom(day);
    if (query.asOf !== undefined && known > query.asOf) continue;
    days.push({
      day,
      percent,
      short: positions.short.at(row),
      issued: positions.issued.at(row),
      availableFrom: known,
    });
  }
  return days;
}

/** Means by ISO week; a week is public when its last row is. */
function weeksOf(days: readonly ShortPoint[]): ShortPoint[] {
  const weeks: ShortPoint[] = [];
  for (let from = 0; from < days.length; ) {
    // Day 0, 1 January 1970, was a Thursday.
    const monday = days[from].day - ((days[from].day + 3) % 7);
    let to = from;
    while (to < days.length && days[to].day < monday + 7) to++;
    const rows = days.slice(from, to);
    weeks.push({
      day: monday,
      percent: meanOf(rows.map(({ percent }) => percent)),
      short: meanOf(rows.map(({ short }) => short)),
      issued: meanOf(rows.map(({ issued }) => issued)),
      availableFrom: rows[rows.length - 1].availableFrom,
    });
    from = to;
  }
  return weeks;
}

/** Mean of the numbers that are not NaN; NaN without any. */
function meanOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The first of the points with the extreme percentage. */
function extreme(
  points: readonly ShortPoint[],
  isAhead: (a: number, b: number) => boolean,
): ShortPoint | undefined {
  let found: ShortPoint | undefined;
  for (const point of points) if (found === undefined || isAhead(point.percent, found.percent)) found = point;
  return found;
}

/** A code's sessions in a window, and their count before thinning. Periods end with its newest session. */
export function priceWindow({ prices }: Market, code: number | undefined, query: PricesQuery) {
  if (code === undefined) return { places: [], observations: 0 };
  const [begin, end] = prices.placesOf(code);
  if (begin === end) return { places: [], observations: 0 };
  const [from, to] = windowPlaces(prices, code, query, prices.dayAt(end - 1));
  const observations = to - from;
  return { places: thinnedPlaces(observations, query.maxPoints).map((i) => from + i), observations };
}

export function stockPrices(market: Market, query: PricesQuery): GetStockPricesResponse {
  const { prices, securities } = market;
  const number = securities.numberOf(query.code);
  const { places, observations } = priceWindow(market, number, query);
  const [open, high, low, adjusted] = ["open", "high", "low", "adjusted_close"].map((name) =>
    prices.frame.numbers(name),
  );
  return create(GetStockPricesResponseSchema, {
    productCode: query.code,
    name: number === undefined ? "" : market.nameOf(number, market.newestRow(number)),
    points: places.map((place) => ({
      date: dateOfDay(prices.dayAt(place)),
      open: open.at(place) || 0,
      high: high.at(place) || 0,
      low: low.at(place) || 0,
      close: prices.close.at(place) || 0,
      adjustedClose: adjusted.at(place) || 0,
      volume: BigInt(prices.volume.at(place) || 0),
    })),
    totalObservations: observations,
    downsampled: places.length < observations,
    currency: "AUD",
  });
}
