import { create } from "@bufbuild/protobuf";
import { marketOf } from "../../engine/columns/market/market.ts";
import type { Engine } from "../../engine/engine.ts";
import { CoreStocksService } from "../../gen/shorts/v1alpha1/core_stocks_pb.ts";
import { StockService } from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { type CachingOptions, cachedBytesMethod, cachedMethods } from "../../rpc/cached-method.ts";
import { switchedMethods } from "../../rpc/switched-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { screenerOf } from "../market/queries/derived-lists.ts";
import { topShortsQuery } from "../market/rules.ts";
import { newestStockMessage } from "../market/stock-message.ts";
import { topShortsAnswer } from "../market/top-shorts-message.ts";
import { searchAnswer, searchQuery } from "../search/service.ts";
import { companyMethods } from "./company-service.ts";
import { priceMethods } from "./price-service.ts";
import { unknownCode } from "./queries/known-codes.ts";
import { peersMessage } from "./queries/peers.ts";
import { stockDetails } from "./queries/stock-details.ts";
import { stockData, stockPrices } from "./queries/stock-series.ts";
import { verdictOf } from "./queries/verdict.ts";
import { dataQuery, peersQuery, pricesQuery, stockQuery, verdictQuery } from "./rules.ts";
import { strategyMethods } from "./strategy-service.ts";

const DEFAULT_PERIOD = "3M";
const DEFAULT_STOCKS = 10;

/** CoreStocksService: methods of other services with other defaults. */
export function coreMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = CoreStocksService;
  return [
    cachedBytesMethod(engine, method.searchStocks, options, {
      queryOf: searchQuery,
      lookUp: async (view, query, _, { form }) => searchAnswer(view, query, form),
    }),
    cachedMethods(engine, options)(
      method.getStockData,
      (request) => dataQuery(request, DEFAULT_PERIOD),
      (view, query) => stockData(marketOf(view), query),
    ),
    cachedBytesMethod(engine, method.getTopShorts, options, {
      queryOf: (request) =>
        topShortsQuery({
          ...request,
          period: request.period.trim() || DEFAULT_PERIOD,
          limit: request.limit === 0 ? DEFAULT_STOCKS : request.limit,
        }),
      lookUp: (view, query, signal, { form }) => topShortsAnswer(view, query, signal, form),
    }),
  ];
}

/**
 * StockService, MarketDataService, StrategyService and CoreStocksService. Those here look up positions and
 * prices in the columns of the market.
 */
export function stockMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = StockService;
  const stockMethod = switchedMethods(engine);
  const cachedMethod = cachedMethods(engine, options);
  return [
    stockMethod(method.getStock, stockQuery, (view, { productCode }) => {
      const market = marketOf(view);
      const number = market.securities.numberOf(productCode);
      if (number === undefined || market.newestRow(number) === undefined)
        throw unknownCode(view, productCode, "product_code", "no short position");
      return newestStockMessage(market, number, { tags: true, sizes: true });
    }),
    cachedMethod(method.getStockDetails, stockQuery, (view, { productCode }) => {
      const details = stockDetails(view, productCode);
      if (details !== undefined) return details;
      throw unknownCode(view, productCode, "product_code", "neither a company nor a short position");
    }),
    cachedMethod(
      method.getStockData,
      (request) => dataQuery(request, "1M"),
      (view, query) => stockData(marketOf(view), query),
    ),
    cachedMethod(method.getStockPrices, pricesQuery, (view, query) => stockPrices(marketOf(view), query)),
    stockMethod(method.getPeerComparison, peersQuery, (view, { stockCode, limit }) => {
      const number = marketOf(view).securities.numberOf(stockCode);
      if (number === undefined) throw unknownCode(view, stockCode, "stock_code", "nothing");
      return peersMessage(view, number, limit);
    }),
    stockMethod(method.getStockVerdict, verdictQuery, (view, { productCode }, output) => {
      const number = marketOf(view).securities.numberOf(productCode);
      const place = number === undefined ? undefined : screenerOf(view).placeOf(number);
      if (place === undefined)
        throw unknownCode(view, productCode, "product_code", "no place in the screener");
      const { columns } = screenerOf(view);
      return create(output, { productCode, ...verdictOf((column) => columns[column][place]) });
    }),
    ...companyMethods(engine, options),
    ...priceMethods(engine, options),
    ...strategyMethods(engine, options),
    ...coreMethods(engine, options),
  ];
}
