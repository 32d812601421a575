import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import { lazy } from "../../../runtime/lazy.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import type { CorrelateSeriesQuery, SeriesCorrelationsQuery } from "../rules.ts";
import { planCorrelateSeries } from "./correlations/correlate-series.ts";
import { type CorrelationTasks, correlationTasks } from "./correlations/correlation-thread.ts";
import { seriesCorrelations, type Waiting } from "./correlations/series-correlations.ts";
import { StockSeries } from "./correlations/stock-series.ts";
import { loadSeriesStore } from "./series-store.ts";
import { vintagesOf } from "./vintages.ts";
import { yearOnYear } from "./year-on-year.ts";

/** The economic questions about one snapshot. Values are known good: see the request rules. */
export type Economy = ReturnType<typeof openEconomy>;

/** The economic part of a view, made with the first question. */
export function economyOf(view: SnapshotView): Economy {
  return view.derived("economy", () => {
    const { perform, close } = correlationTasks(view.heavyWork.thread);
    return { ...openEconomy(view.pages, perform, () => marketOf(view)), close };
  });
}

/** The economic part of a snapshot. Series are read into memory on the first question about them. */
export function openEconomy(pages: PageStore, perform: CorrelationTasks, market: () => Market) {
  const store = lazy(async () => loadSeriesStore(pages));
  const changes = lazy(async () => yearOnYear((await store()).levels));
  const datedFigures = (number: number) => vintagesOf(pages, number);
  const stocks = lazy(async () => new StockSeries(market()));
  const correlationsOfBase = seriesCorrelations(pages, perform);
  return {
    store,
    /** The figures of a series, by its number, whose day of publication is known. */
    datedFigures,
    seriesCorrelations: async (query: SeriesCorrelationsQuery, caller?: Waiting) =>
      correlationsOfBase(await store(), query, caller),
    /** The bytes of the answer in one form. */
    encodedCorrelations: async (
      query: CorrelateSeriesQuery,
      form: AnswerForm,
      signal?: AbortSignal,
      time?: CallTime,
    ) => {
      const sources = { store: await store(), changes, stocks, vintagesOf: datedFigures };
      const plan = await planCorrelateSeries(sources, query, signal);
      return (await perform({ ...plan, form }, signal, time)) as Uint8Array;
    },
  };
}
