import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Market, marketOf } from "../../engine/columns/market/market.ts";
import type { Prices } from "../../engine/columns/market/prices.ts";
import type { Engine } from "../../engine/engine.ts";
import { pearson } from "../../engine/statistics/pearson.ts";
import { MarketDataService, type StockPriceSchema } from "../../gen/marketdata/v1/market_data_pb.ts";
import { type CachingOptions, cachedMethods } from "../../rpc/cached-method.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import { switchedMethods } from "../../rpc/switched-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { roundedTo } from "../../runtime/decimals.ts";
import { type Period, periodBefore } from "../market/rules.ts";
import { unknownCode } from "./queries/known-codes.ts";
import { priceWindow } from "./queries/stock-series.ts";
import { correlationsQuery, historyQuery, priceQuery, pricesOfQuery } from "./rules.ts";

/** Decimals of a difference: it shows no more than its operands. */
const CHANGE_PLACES = 6;

export function priceMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = MarketDataService;
  const priceMethod = switchedMethods(engine);
  const cachedMethod = cachedMethods(engine, options);
  return [
    priceMethod(method.getStockPrice, priceQuery, (view, { stockCode }, output) => {
      const price = newestPrice(marketOf(view), stockCode);
      if (price === undefined) throw unknownCode(view, stockCode, "stock_code", "no price");
      return create(output, { price });
    }),
    cachedMethod(method.getHistoricalPrices, historyQuery, (view, query, output) => {
      const market = marketOf(view);
      const number = market.securities.numberOf(query.code);
      const { places } = priceWindow(market, number, query);
      return create(output, { prices: places.map((place) => priceAt(market, number as number, place)) });
    }),
    priceMethod(method.getMultipleStockPrices, pricesOfQuery, (view, { stockCodes }, output) => {
      const prices = stockCodes.map((code) => [code, newestPrice(marketOf(view), code)] as const);
      return create(output, { prices: withoutUndefined(prices) });
    }),
    cachedMethod(method.getStockCorrelations, correlationsQuery, (view, { stockCodes, period }, output) => {
      const market = marketOf(view);
      const numbers = stockCodes.map((code) => tradedNumber(market, code)).filter((one) => one !== undefined);
      if (numbers.length === 0) return create(output);
      const traded = numbers.map((number) => market.securities.codes[number]);
      const { between, days } = returnCorrelations(market.prices, numbers, period);
      const rowOf = (a: number) =>
        withoutUndefined(traded.map((other, b) => [other, between(a, b)] as const));
      return create(output, {
        correlations: Object.fromEntries(traded.map((code, a) => [code, { correlations: rowOf(a) }])),
        dataPoints: days,
      });
    }),
  ];
}

function withoutUndefined<Value>(
  entries: readonly (readonly [string, Value | undefined])[],
): Record<string, Value> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, Value>;
}

/** The number of a code that has sessions. */
function tradedNumber({ securities, prices }: Market, code: string): number | undefined {
  const number = securities.numberOf(code);
  if (number === undefined) return undefined;
  const [from, to] = prices.placesOf(number);
  return from < to ? number : undefined;
}

function newestPrice(market: Market, code: string): MessageInitShape<typeof StockPriceSchema> | undefined {
  const number = tradedNumber(market, code);
  return number === undefined ? undefined : priceAt(market, number, market.prices.placesOf(number)[1] - 1);
}

/** A session as a message; missing figures are absent. */
function priceAt(market: Market, number: number, place: number): MessageInitShape<typeof StockPriceSchema> {
  const { prices, securities } = market;
  const figure = (name: "open" | "high" | "low" | "volume") => {
    const value = prices.frame.numbers(name).at(place);
    return Number.isNaN(value) ? undefined : value;
  };
  const adjustedClose = prices.adjustedCloseAt(place);
  const before = place > prices.placesOf(number)[0] ? prices.adjustedCloseAt(place - 1) : undefined;
  const volume = figure("volume");
  const facts = {
    open: figure("open"),
    high: figure("high"),
    low: figure("low"),
    volume: volume === undefined ? undefined : BigInt(volume),
    change: before === undefined ? undefined : roundedTo(adjustedClose - before, CHANGE_PLACES),
    changePercent: before === undefined ? undefined : (adjustedClose / before - 1) * 100,
  };
  return {
    stockCode: securities.codes[number],
    date: timestampOfDay(prices.dayAt(place)),
    close: prices.close.at(place),
    adjustedClose,
    ...withoutUndefined(Object.entries(facts)),
  };
}

/** Minimum common days for a coefficient. */
const MIN_DAYS = 20;

/**
 * Correlates the daily returns of securities, each with sessions, over the days on which all have one.
 * `between` takes two indices of `codes`; undefined if the pair has no coefficient.
 */
function returnCorrelations(prices: Prices, codes: readonly number[], period: Period) {
  const newest = Math.max(...codes.map((code) => prices.dayAt(prices.placesOf(code)[1] - 1)));
  const returns = codes.map((code) => returnsAfter(prices, code, periodBefore(newest, period)));
  const [first, ...others] = returns.toSorted((a, b) => a.size - b.size);
  const days = [...first.keys()].filter((day) => others.every((other) => other.has(day)));
  const rows = returns.map((one) => Float64Array.from(days, (day) => one.get(day) as number));
  return {
    between: (a: number, b: number) => {
      if (days.length < MIN_DAYS) return undefined;
      return a === b ? 1 : pearson(rows[a], rows[b], days.length);
    },
    days: days.length,
  };
}

/** Returns by day, for the sessions after `day` that have a previous one. */
function returnsAfter(prices: Prices, code: number, day: number): ReadonlyMap<number, number> {
  const [from, to] = prices.placesOf(code);
  const returns = new Map<number, number>();
  for (let place = Math.max(from + 1, prices.firstAfter(code, day)); place < to; place++) {
    returns.set(prices.dayAt(place), prices.adjustedCloseAt(place) / prices.adjustedCloseAt(place - 1) - 1);
  }
  return returns;
}
