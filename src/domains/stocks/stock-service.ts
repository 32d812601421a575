import { create } from "@bufbuild/protobuf";
import { marketOf } from "../../engine/columns/market/market.ts";
import type { Engine } from "../../engine/engine.ts";
import { GetStockVerdictResponseSchema, StockService } from "../../gen/shorts/v1alpha1/stock_pb.ts";
import { type CachingOptions, cachedMethod } from "../../rpc/cached-method.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { screenerOf } from "../market/queries/derived-lists.ts";
import { newestStockMessage } from "../market/stock-message.ts";
import { peersMessage, pricesMessage } from "./messages.ts";
import { unknownCode } from "./queries/known-codes.ts";
import { stockDetails } from "./queries/stock-details.ts";
import { priceWindow } from "./queries/stock-prices.ts";
import { verdictOf } from "./queries/verdict.ts";
import { peersQuery, requireCode, verdictCode } from "./rules.ts";
import { dataQuery, pricesQuery } from "./series-rules.ts";
import { stockDataAnswer } from "./stock-data.ts";

/** The methods about positions, prices and what follows from them: look-ups in the columns of the market. */
export function securityMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = StockService;
  return [
    pinnedMethod(engine, method.getStock, (view, request) => {
      const code = requireCode(request.productCode, "product_code");
      const market = marketOf(view);
      const number = market.securities.numberOf(code);
      if (number === undefined || market.newestRow(number) === undefined)
        throw unknownCode(view, code, "product_code", "no short position");
      return newestStockMessage(market, number, { tags: true, sizes: true, context: true });
    }),
    cachedMethod(engine, method.getStockDetails, options, {
      queryOf: (request) => requireCode(request.productCode, "product_code"),
      lookUp: async (view, code) => {
        const details = stockDetails(view, code);
        if (details === undefined)
          throw unknownCode(view, code, "product_code", "neither a company nor a short position");
        return details;
      },
    }),
    cachedMethod(engine, method.getStockData, options, {
      queryOf: (request) => dataQuery(request, "1M"),
      lookUp: async (view, query) => stockDataAnswer(view, query),
    }),
    cachedMethod(engine, method.getStockPrices, options, {
      queryOf: pricesQuery,
      lookUp: async (view, query) => {
        const market = marketOf(view);
        const number = market.securities.numberOf(query.code);
        return pricesMessage(market, query.code, number, priceWindow(market, number, query));
      },
    }),
    pinnedMethod(engine, method.getPeerComparison, (view, request) => {
      const { code, limit } = peersQuery(request);
      const number = marketOf(view).securities.numberOf(code);
      if (number === undefined) throw unknownCode(view, code, "stock_code", "nothing");
      return peersMessage(view, number, limit);
    }),
    pinnedMethod(engine, method.getStockVerdict, (view, request) => {
      const code = verdictCode(request);
      const number = marketOf(view).securities.numberOf(code);
      const place = number === undefined ? undefined : screenerOf(view).placeOf(number);
      if (place === undefined) throw unknownCode(view, code, "product_code", "no place in the screener");
      const { columns } = screenerOf(view);
      const verdict = verdictOf({
        change4w: columns.short_pct_change_4w[place],
        shortPercent: columns.short_pct[place],
        netDirectorBuy: columns.net_director_buy_value[place],
        sentiment: columns.avg_sentiment[place],
        daysToCover: columns.days_to_cover[place],
      });
      return create(GetStockVerdictResponseSchema, {
        productCode: code,
        composite: verdict.composite,
        label: verdict.label,
        components: [...verdict.components],
      });
    }),
  ];
}
