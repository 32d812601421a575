import type { Engine } from "../../engine/engine.ts";
import { EconomyService } from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type CachingOptions, cachedMethod } from "../../rpc/cached-method.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import {
  correlateSeriesMessage,
  seriesCorrelationsMessage,
  stateCompaniesMessage,
  stateCompanyAggregatesMessage,
} from "./messages.ts";
import {
  correlateSeriesQuery,
  seriesCorrelationsQuery,
  seriesDataQuery,
  seriesFilter,
  stateCompaniesQuery,
} from "./rules.ts";
import { seriesDataAnswer, seriesListAnswer } from "./series-answers.ts";

/** The five methods of EconomyService, and CorrelateSeries of ExplorerService, which asks the same series. */
export function economyMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = EconomyService;
  return [
    pinnedMethod(engine, method.listEconomicSeries, async (view, request) => {
      const numbers = await view.economy.listSeries(seriesFilter(request));
      return seriesListAnswer(view, await view.economy.catalogue(), numbers);
    }),
    pinnedMethod(engine, method.getEconomicSeries, async (view, request) => {
      const query = seriesDataQuery(request);
      return seriesDataAnswer(view, await view.economy.seriesData(query));
    }),
    cachedMethod(engine, method.listSeriesCorrelations, options, {
      queryOf: seriesCorrelationsQuery,
      lookUp: async ({ economy }, query, { signal }) =>
        seriesCorrelationsMessage(await economy.seriesCorrelations(query, signal)),
    }),
    cachedMethod(engine, method.listStateCompanies, options, {
      queryOf: stateCompaniesQuery,
      lookUp: async ({ economy }, { state, limit }, { signal }) =>
        stateCompaniesMessage(await economy.stateCompanies(state, limit, signal)),
    }),
    cachedMethod(engine, method.getStateCompanyAggregates, options, {
      queryOf: () => undefined,
      lookUp: async ({ economy }, _query, { signal }) =>
        stateCompanyAggregatesMessage(await economy.stateCompanyAggregates(signal)),
    }),
    cachedMethod(engine, ExplorerService.method.correlateSeries, options, {
      queryOf: correlateSeriesQuery,
      lookUp: async ({ economy }, query, { signal }) =>
        correlateSeriesMessage(await economy.correlateSeries(query, signal), query.limit),
    }),
  ];
}
