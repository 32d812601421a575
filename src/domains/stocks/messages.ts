import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Market, marketOf } from "../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  GetPeerComparisonResponseSchema,
  GetStockPricesResponseSchema,
  type PeerStockSchema,
} from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { TimeSeriesDataSchema, type TimeSeriesPointSchema } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { screenerOf } from "../market/queries/derived-lists.ts";
import { identity } from "../market/stock-message.ts";
import { marketCapOf, peersOf } from "./queries/peers.ts";
import type { PriceWindow } from "./queries/stock-prices.ts";
import type { ShortPoint, StockSeries } from "./queries/stock-series.ts";

type Point = MessageInitShape<typeof TimeSeriesPointSchema>;

const pointOf = (point: ShortPoint): Point => ({
  timestamp: timestampOfDay(point.day),
  shortPosition: point.percent,
  reportedShortPositions: point.short || 0,
  totalProductInIssue: point.issued || 0,
  availableFrom: dateOfDay(point.availableFrom),
});

/** A code's short positions; an unknown code has none. */
export function seriesMessage(
  market: Market,
  code: string,
  number: number | undefined,
  series: StockSeries | undefined,
) {
  if (number === undefined || series === undefined)
    return create(TimeSeriesDataSchema, { productCode: code });
  const { points, observations, largest, smallest } = series;
  return create(TimeSeriesDataSchema, {
    productCode: code,
    name: market.nameOf(number, market.newestRow(number)),
    latestShortPosition: points.at(-1)?.percent ?? 0,
    points: points.map(pointOf),
    ...(largest === undefined ? {} : { max: pointOf(largest) }),
    ...(smallest === undefined ? {} : { min: pointOf(smallest) }),
    totalObservations: observations,
    downsampled: points.length < observations,
  });
}

export function pricesMessage(
  market: Market,
  code: string,
  number: number | undefined,
  { places, observations }: PriceWindow,
) {
  const { prices } = market;
  const [open, high, low, adjusted] = ["open", "high", "low", "adjusted_close"].map((name) =>
    prices.frame.numbers(name),
  );
  return create(GetStockPricesResponseSchema, {
    productCode: code,
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

export function peersMessage(view: SnapshotView, code: number, limit: number) {
  const peers = peersOf(view, code, limit);
  return create(GetPeerComparisonResponseSchema, {
    subject: peerStock(view, code),
    peers: peers.map((peer) => peerStock(view, peer)),
    industry: marketOf(view).securities.all[code].industry,
  });
}

function peerStock(view: SnapshotView, code: number): MessageInitShape<typeof PeerStockSchema> {
  const market = marketOf(view);
  const row = market.newestRow(code);
  const place = screenerOf(view).placeOf(code);
  const figure = (name: string) => market.securities.frame.numbers(name).at(code) || 0;
  return {
    ...identity(market, code, row),
    shortPositionPercent: row === undefined ? 0 : market.positions.percent.at(row) || 0,
    marketCap: marketCapOf(market, code),
    peRatio: figure("pe_ratio"),
    dividendYield: figure("dividend_yield"),
    priceChange1m: place === undefined ? 0 : screenerOf(view).columns.price_change_1m[place],
  };
}
