import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Market, marketOf } from "../../engine/columns/market/market.ts";
import type { Engine } from "../../engine/engine.ts";
import {
  GetHistoricalPricesResponseSchema,
  GetMultipleStockPricesResponseSchema,
  GetStockCorrelationsResponseSchema,
  GetStockPriceResponseSchema,
  MarketDataService,
  type StockPriceSchema,
} from "../../gen/marketdata/v1/market_data_pb.ts";
import { type CachingOptions, cachedMethod } from "../../rpc/cached-method.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { roundedTo } from "../../runtime/decimals.ts";
import { unknownCode } from "./queries/known-codes.ts";
import { returnCorrelations } from "./queries/return-correlations.ts";
import { priceWindow } from "./queries/stock-prices.ts";
import { requireCode, severalCodes } from "./rules.ts";
import { correlationsQuery, historyQuery } from "./series-rules.ts";

/** Most codes whose newest sessions one answer holds. */
const MOST_PRICES = 200;
/** A difference of two decimals shows no more decimals than they have. */
const CHANGE_PLACES = 6;

/** The methods of MarketDataService, over the columns of the market. */
export function priceMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = MarketDataService;
  return [
    pinnedMethod(engine, method.getStockPrice, (view, request) => {
      const code = requireCode(request.stockCode, "stock_code");
      const price = newestPrice(marketOf(view), code);
      if (price === undefined) throw unknownCode(view, code, "stock_code", "no price");
      return create(GetStockPriceResponseSchema, { price });
    }),
    cachedMethod(engine, method.getHistoricalPrices, options, {
      queryOf: historyQuery,
      lookUp: async (view, query) => {
        const market = marketOf(view);
        const number = market.securities.numberOf(query.code);
        const { places } = priceWindow(market, number, query);
        return create(GetHistoricalPricesResponseSchema, {
          prices: places.map((place) => priceAt(market, number as number, place)),
        });
      },
    }),
    pinnedMethod(engine, method.getMultipleStockPrices, (view, { stockCodes }) => {
      const market = marketOf(view);
      const prices = severalCodes(stockCodes, 1, MOST_PRICES).flatMap((code) => {
        const price = newestPrice(market, code);
        return price === undefined ? [] : [[code, price] as const];
      });
      return create(GetMultipleStockPricesResponseSchema, { prices: Object.fromEntries(prices) });
    }),
    cachedMethod(engine, method.getStockCorrelations, options, {
      queryOf: correlationsQuery,
      lookUp: async (view, { codes, period }) => {
        const market = marketOf(view);
        const traded = codes.filter((code) => newestPlace(market, code) !== undefined);
        if (traded.length === 0) return create(GetStockCorrelationsResponseSchema);
        const numbers = traded.map((code) => market.securities.numberOf(code) as number);
        const { between, days } = returnCorrelations(market.prices, numbers, period);
        const rowOf = (a: number) =>
          traded.flatMap((other, b) => {
            const r = between(a, b);
            return r === undefined ? [] : [[other, r] as const];
          });
        return create(GetStockCorrelationsResponseSchema, {
          correlations: Object.fromEntries(
            traded.map((code, a) => [code, { correlations: Object.fromEntries(rowOf(a)) }]),
          ),
          dataPoints: days,
        });
      },
    }),
  ];
}

function newestPlace({ securities, prices }: Market, code: string): number | undefined {
  const number = securities.numberOf(code);
  if (number === undefined) return undefined;
  const [from, to] = prices.placesOf(number);
  return from < to ? to - 1 : undefined;
}

function newestPrice(market: Market, code: string): MessageInitShape<typeof StockPriceSchema> | undefined {
  const place = newestPlace(market, code);
  return place === undefined ? undefined : priceAt(market, market.securities.numberOf(code) as number, place);
}

/** A session as a message; what it lacks is absent. */
function priceAt(market: Market, number: number, place: number): MessageInitShape<typeof StockPriceSchema> {
  const { prices, securities } = market;
  const figure = (name: "open" | "high" | "low" | "volume") => {
    const value = prices.frame.numbers(name).at(place);
    return Number.isNaN(value) ? undefined : value;
  };
  const adjustedClose = prices.adjustedCloseAt(place);
  const before = place > prices.placesOf(number)[0] ? prices.adjustedCloseAt(place - 1) : undefined;
  const volume = figure("volume");
  const known = {
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
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
  };
}
