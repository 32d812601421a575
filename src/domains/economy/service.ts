import type { Engine } from "../../engine/engine.ts";
import { EconomyService } from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type CachingOptions, cachedBytesMethod, cachedMethod } from "../../rpc/cached-method.ts";
import { listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { seriesCorrelationsMessage, seriesVintagesMessage } from "./messages.ts";
import { economyOf } from "./queries/economy.ts";
import { noSuchSeries } from "./queries/series-store.ts";
import {
  correlateSeriesQuery,
  requireAsOf,
  seriesCorrelationsQuery,
  seriesDataQuery,
  seriesFilter,
  stateCompaniesQuery,
  vintagesQuery,
} from "./rules.ts";
import { seriesAsOfAnswer, seriesDataAnswer, seriesListAnswer } from "./series-answers.ts";

/** The five methods of EconomyService, and those of ExplorerService that ask the same series. */
export function economyMethods(engine: Engine, options: CachingOptions = {}): UnaryMethod[] {
  const { method } = EconomyService;
  return [
    pinnedMethod(engine, method.listEconomicSeries, async (view, request) => {
      const listed = await economyOf(view).listSeries(seriesFilter(request));
      return seriesListAnswer(view, await economyOf(view).catalogue(), listed);
    }),
    pinnedMethod(engine, method.getEconomicSeries, async (view, request) => {
      const query = seriesDataQuery(request);
      const renamed = await economyOf(view).renamedKeys(query.seriesKeys);
      const asOf = requireAsOf(request.asOf);
      return asOf === undefined
        ? seriesDataAnswer(view, await economyOf(view).seriesData(query), renamed)
        : seriesAsOfAnswer(await economyOf(view).seriesAsOf(query, asOf), renamed);
    }),
    cachedMethod(engine, method.listSeriesCorrelations, options, {
      queryOf: seriesCorrelationsQuery,
      lookUp: async (view, query, signal, { time }) =>
        seriesCorrelationsMessage(
          await economyOf(view).seriesCorrelations(query, { signal, time }),
          (await economyOf(view).renamedKeys([query.baseSeriesKey]))[0],
        ),
    }),
    pinnedMethod(engine, method.listStateCompanies, (view, request) => {
      const { state, limit } = stateCompaniesQuery(request);
      const page = view.pages.find("state_companies", state);
      return listAnswer(method.listStateCompanies.output, { page, limit });
    }),
    pinnedMethod(engine, method.getStateCompanyAggregates, (view) => {
      const page = view.pages.find("state_company_aggregates", "all");
      return listAnswer(method.getStateCompanyAggregates.output, { page });
    }),
    pinnedMethod(engine, ExplorerService.method.getSeriesVintages, async (view, request) => {
      const query = vintagesQuery(request);
      const found = await economyOf(view).seriesVintages(query);
      if (found === undefined) throw noSuchSeries(query.seriesKey, await economyOf(view).catalogue());
      return seriesVintagesMessage(found.series, found);
    }),
    cachedBytesMethod(engine, ExplorerService.method.correlateSeries, options, {
      queryOf: correlateSeriesQuery,
      lookUp: async (view, query, signal, { form, time }) => ({
        form,
        bytes: await economyOf(view).encodedCorrelations(query, form, signal, time),
      }),
    }),
  ];
}
