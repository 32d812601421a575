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
import {
  battlegroundsMessage,
  campaignsMessage,
  indexDefinition,
  indexSeriesMessage,
  marketDayMessage,
  screenedStocks,
  treeMapMessage,
} from "./messages.ts";
import { battlegroundsIn, campaignsOf, indicesOf, screenerOf, treeMapOf } from "./queries/derived-lists.ts";
import { indexSeries } from "./queries/indices.ts";
import { availableDays, marketDay } from "./queries/market-day.ts";
import { screenStocks } from "./queries/screen-stocks.ts";
import { cutTreeMap } from "./queries/tree-map.ts";
import {
  battlegroundQuery,
  campaignQuery,
  datesQuery,
  indexQuery,
  marketDayQuery,
  topShortsQuery,
  treeMapQuery,
} from "./rules.ts";
import { screenQuery } from "./screener-rules.ts";
import { topShortsAnswer } from "./top-shorts-message.ts";

/** MarketService and ScreenerService: scans of columns, no query of a database. */
export function marketMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = MarketService;
  const marketMethod = cachedMethods(engine, options);
  return [
    cachedBytesMethod(engine, method.getTopShorts, options, {
      queryOf: topShortsQuery,
      lookUp: (view, query, signal, { form }) => topShortsAnswer(view, query, signal, form),
    }),
    marketMethod(method.getIndustryTreeMap, treeMapQuery, (view, query) =>
      treeMapMessage(marketOf(view), query, cutTreeMap(treeMapOf(view, query), query.limit)),
    ),
    marketMethod(method.getMarketByDate, marketDayQuery, (view, query) =>
      marketDayMessage(marketOf(view), query, marketDay(marketOf(view), query)),
    ),
    pinnedMethod(engine, method.getAvailableDates, (view, request) => {
      const market = marketOf(view);
      const { days } = market.positions;
      return create(method.getAvailableDates.output, {
        dates: availableDays(market, datesQuery(request)).map(dateOfDay),
        earliestDate: days.length === 0 ? "" : dateOfDay(days[0]),
        latestDate: days.length === 0 ? "" : dateOfDay(days[days.length - 1]),
        totalCount: days.length,
      });
    }),
    pinnedMethod(engine, method.getBattlegroundStocks, (view, request) => {
      const query = battlegroundQuery(request);
      const all = battlegroundsIn(view, query.view);
      return battlegroundsMessage(marketOf(view), screenerOf(view), all, query);
    }),
    marketMethod(method.getShortCampaignScoreboard, campaignQuery, (view, query) => {
      const { all } = marketOf(view).securities;
      const found = campaignsOf(view).filter(
        ({ code }) => query.industry === "" || all[code].industry === query.industry,
      );
      return campaignsMessage(marketOf(view), found, query);
    }),
    pinnedMethod(engine, method.listIndices, (view) => {
      const indices = indicesOf(view);
      return create(method.listIndices.output, {
        indices: indices.codes.map((_, index) => indexDefinition(indices, index)),
      });
    }),
    marketMethod(method.getIndexSeries, indexQuery, (view, query) => {
      const indices = indicesOf(view);
      const series = indexSeries(indices, query);
      if (series === undefined) throw unknownIndex(query.indexCode, indices.codes);
      return indexSeriesMessage(indices, series);
    }),
    cachedBytesMethod(engine, ScreenerService.method.screenStocks, options, {
      queryOf: screenQuery,
      lookUp: async (view, query, _, { form }) => {
        const [market, screener] = [marketOf(view), screenerOf(view)];
        const { places, totalCount } = screenStocks(market, screener, query);
        const stocks = view.derived("market-screened-stocks", () => screenedStocks(market, screener));
        return stocks.answer(places, { after: { totalCount } }, form);
      },
    }),
  ];
}

function unknownIndex(code: string, known: readonly string[]): Error {
  return new TerraceError(
    "not_found",
    `index_code: ${quoted(code)} is not one of ${known.join(", ") || "the indices held (none)"}`,
  );
}
