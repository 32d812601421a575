import { create } from "@bufbuild/protobuf";
import { marketOf } from "../../engine/columns/market/market.ts";
import type { Engine } from "../../engine/engine.ts";
import { MarketService, ScreenerService } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { type CachingOptions, cachedBytesMethod, cachedMethods } from "../../rpc/cached-method.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { quoted } from "../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import * as messages from "./messages.ts";
import {
  battlegroundsIn,
  campaignsOf,
  cutTreeMap,
  indicesOf,
  screenerOf,
  treeMapOf,
} from "./queries/derived-lists.ts";
import { availableDays } from "./queries/market-day.ts";
import { screenStocks } from "./queries/screener.ts";
import * as rules from "./rules.ts";
import { topShortsAnswer } from "./top-shorts-message.ts";

/** MarketService and ScreenerService scan columns; they do not query the database. */
export function marketMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = MarketService;
  const marketMethod = cachedMethods(engine, options);
  return [
    cachedBytesMethod(engine, method.getTopShorts, options, {
      queryOf: rules.topShortsQuery,
      lookUp: (view, query, signal, { form }) => topShortsAnswer(view, query, signal, form),
    }),
    marketMethod(method.getIndustryTreeMap, rules.treeMapQuery, (view, query) =>
      messages.treeMapMessage(marketOf(view), query, cutTreeMap(treeMapOf(view, query), query.limit)),
    ),
    marketMethod(method.getMarketByDate, rules.marketDayQuery, (view, query) =>
      messages.marketDayMessage(marketOf(view), query),
    ),
    pinnedMethod(engine, method.getAvailableDates, (view, request) => {
      const market = marketOf(view);
      const { days } = market.positions;
      return create(method.getAvailableDates.output, {
        dates: availableDays(market, rules.datesQuery(request)).map(dateOfDay),
        earliestDate: days.length === 0 ? "" : dateOfDay(days[0]),
        latestDate: days.length === 0 ? "" : dateOfDay(days[days.length - 1]),
        totalCount: days.length,
      });
    }),
    pinnedMethod(engine, method.getBattlegroundStocks, (view, request) => {
      const query = rules.battlegroundQuery(request);
      const all = battlegroundsIn(view, query.view);
      return messages.battlegroundsMessage(marketOf(view), screenerOf(view), all, query);
    }),
    marketMethod(method.getShortCampaignScoreboard, rules.campaignQuery, (view, query) => {
      const { all } = marketOf(view).securities;
      const found = campaignsOf(view).filter(
        ({ code }) => query.industry === "" || all[code].industry === query.industry,
      );
      return messages.campaignsMessage(marketOf(view), found, query);
    }),
    pinnedMethod(engine, method.listIndices, (view) => {
      const indices = indicesOf(view);
      return create(method.listIndices.output, {
        indices: indices.codes.map((_, index) => messages.indexDefinition(indices, index)),
      });
    }),
    marketMethod(method.getIndexSeries, rules.indexQuery, (view, query) => {
      const indices = indicesOf(view);
      const index = indices.codes.indexOf(query.indexCode);
      if (index < 0) {
        const known = indices.codes.join(", ") || "the indices held (none)";
        throw new TerraceError("not_found", `index_code: ${quoted(query.indexCode)} is not one of ${known}`);
      }
      return messages.indexSeriesMessage(indices, index, query);
    }),
    cachedBytesMethod(engine, ScreenerService.method.screenStocks, options, {
      queryOf: rules.screenQuery,
      lookUp: async (view, query, _, { form }) => {
        const [market, screener] = [marketOf(view), screenerOf(view)];
        const { places, totalCount } = screenStocks(market, screener, query);
        const stocks = view.derived("market-screened-stocks", () =>
          messages.screenedStocks(market, screener),
        );
        return stocks.answer(places, { after: { totalCount } }, form);
      },
    }),
  ];
}
