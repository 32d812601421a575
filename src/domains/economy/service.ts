import type { Engine } from "../../engine/engine.ts";
import { EconomyService } from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type CachingOptions, cachedMethod } from "../../rpc/cached-method.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import {
  seriesCorrelationsMessage,
  stateCompaniesMessage,
  stateCompanyAggregatesMessage,
} from "./messages.ts";
import { economyOf } from "./queries/economy.ts";
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
      const numbers = await economyOf(view).listSeries(seriesFilter(request));
      return seriesListAnswer(view, await economyOf(view).catalogue(), numbers);
    }),
    pinnedMethod(engine, method.getEconomicSeries, async (view, request) => {
      const query = seriesDataQuery(request);
      const renamed = await economyOf(view).renamedKeys(query.seriesKeys);
      return seriesDataAnswer(view, await economyOf(view).seriesData(query), renamed);
    }),
    cachedMethod(engine, method.listSeriesCorrelations, options, {
      queryOf: seriesCorrelationsQuery,
      lookUp: async (view, query, signal) =>
        seriesCorrelationsMessage(
          await economyOf(view).seriesCorrelations(query, signal),
          (await economyOf(view).renamedKeys([query.baseSeriesKey]))[0],
        ),
    }),
    cachedMethod(engine, method.listStateCompanies, options, {
      queryOf: stateCompaniesQuery,
      lookUp: async (view, { state, limit }, signal) =>
        stateCompaniesMessage(await economyOf(view).stateCompanies(state, limit, signal)),
    }),
    cachedMethod(engine, method.getStateCompanyAggregates, options, {
      queryOf: () => undefined,
      lookUp: async (view, _query, signal) =>
        stateCompanyAggregatesMessage(await economyOf(view).stateCompanyAggregates(signal)),
    }),
    cachedMethod(engine, ExplorerService.method.correlateSeries, options, {
      queryOf: correlateSeriesQuery,
      lookUp: async (view, query, signal, { form, time }) => ({
        form,
        bytes: await economyOf(view).encodedCorrelations(query, form, signal, time),
      }),
    }),
  ];
}
