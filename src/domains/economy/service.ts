import type { Engine } from "../../engine/engine.ts";
import { EconomyService } from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type CachingOptions, cachedBytesMethod, cachedMethod } from "../../rpc/cached-method.ts";
import { listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { economyOf } from "./queries/economy.ts";
import { seriesAsOf, seriesData, triangleOf } from "./queries/series-data.ts";
import { listSeries, noSuchSeries, renamedKeys, seriesNumber } from "./queries/series-store.ts";
import * as rules from "./rules.ts";
import {
  seriesAnswer,
  seriesCorrelationsMessage,
  seriesDataAnswer,
  seriesListAnswer,
  seriesVintagesMessage,
} from "./series-answers.ts";

/** EconomyService, and the methods of ExplorerService over the same series. */
export function economyMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = EconomyService;
  return [
    pinnedMethod(engine, method.listEconomicSeries, async (view, request) => {
      const store = await economyOf(view).store();
      return seriesListAnswer(view, store.series, listSeries(store, rules.seriesFilter(request)));
    }),
    pinnedMethod(engine, method.getEconomicSeries, async (view, request) => {
      const query = rules.seriesDataQuery(request);
      const asOf = rules.requireAsOf(request.asOf);
      const { store: load, datedFigures } = economyOf(view);
      const store = await load();
      const renamed = renamedKeys(store, query.seriesKeys);
      if (asOf === undefined) return seriesDataAnswer(view, seriesData(store, query), { renamed });
      const { found, notKnown } = seriesAsOf(store, query, asOf, datedFigures);
      return seriesAnswer(found, { renamed, notKnown });
    }),
    cachedMethod(engine, method.listSeriesCorrelations, options, {
      queryOf: rules.seriesCorrelationsQuery,
      lookUp: async (view, query, signal, { time }) =>
        seriesCorrelationsMessage(
          await economyOf(view).seriesCorrelations(query, { signal, time }),
          renamedKeys(await economyOf(view).store(), [query.baseSeriesKey])[0],
        ),
    }),
    pinnedMethod(engine, method.listStateCompanies, (view, request) => {
      const { state, limit } = rules.stateCompaniesQuery(request);
      const page = view.pages.find("state_companies", state);
      return listAnswer(method.listStateCompanies.output, { page, limit });
    }),
    pinnedMethod(engine, method.getStateCompanyAggregates, (view) => {
      const page = view.pages.find("state_company_aggregates", "all");
      return listAnswer(method.getStateCompanyAggregates.output, { page });
    }),
    pinnedMethod(engine, ExplorerService.method.getSeriesVintages, async (view, request) => {
      const query = rules.vintagesQuery(request);
      const { store: load, datedFigures } = economyOf(view);
      const store = await load();
      const number = seriesNumber(store, query.seriesKey);
      if (number === undefined) throw noSuchSeries(query.seriesKey, store.series);
      return seriesVintagesMessage(store.series[number], triangleOf(datedFigures(number), query));
    }),
    cachedBytesMethod(engine, ExplorerService.method.correlateSeries, options, {
      queryOf: rules.correlateSeriesQuery,
      lookUp: async (view, query, signal, { form, time }) => ({
        form,
        bytes: await economyOf(view).encodedCorrelations(query, form, signal, time),
      }),
    }),
  ];
}
