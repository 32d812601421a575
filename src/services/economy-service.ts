import type { Engine } from "../engine/engine.ts";
import { EconomyService } from "../gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../gen/terrace/v1/explorer_pb.ts";
import {
  correlateSeriesMessage,
  seriesCorrelationsMessage,
  stateCompaniesMessage,
  stateCompanyAggregatesMessage,
} from "./economy-messages.ts";
import {
  correlateSeriesQuery,
  seriesCorrelationsQuery,
  seriesDataQuery,
  seriesFilter,
  stateCompaniesQuery,
} from "./economy-rules.ts";
import { pinnedMethod } from "./pinned-method.ts";
import { seriesDataAnswer, seriesListAnswer } from "./series-answers.ts";
import type { UnaryMethod } from "./unary-method.ts";

/** The five methods of EconomyService, and CorrelateSeries of ExplorerService, which asks the same series. */
export function economyMethods(engine: Engine): UnaryMethod[] {
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
    pinnedMethod(engine, method.listSeriesCorrelations, async (view, request, context) => {
      const query = seriesCorrelationsQuery(request);
      return seriesCorrelationsMessage(await view.economy.seriesCorrelations(query, context.signal));
    }),
    pinnedMethod(engine, method.listStateCompanies, async (view, request, context) => {
      const { state, limit } = stateCompaniesQuery(request);
      return stateCompaniesMessage(await view.economy.stateCompanies(state, limit, context.signal));
    }),
    pinnedMethod(engine, method.getStateCompanyAggregates, async (view, _request, context) =>
      stateCompanyAggregatesMessage(await view.economy.stateCompanyAggregates(context.signal)),
    ),
    pinnedMethod(engine, ExplorerService.method.correlateSeries, async (view, request, context) => {
      const query = correlateSeriesQuery(request);
      return correlateSeriesMessage(await view.economy.correlateSeries(query, context.signal), query.limit);
    }),
  ];
}
