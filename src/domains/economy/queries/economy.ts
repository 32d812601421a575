import { Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import { lazy } from "../../../runtime/lazy.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import { type CorrelateSeriesQuery, planCorrelateSeries } from "./correlations/correlate-series.ts";
import { type CorrelationEncoder, encodeInThisThread } from "./correlations/correlation-encoder.ts";
import { type CorrelationRunner, runInThisThread } from "./correlations/correlation-runner.ts";
import { correlationThread } from "./correlations/correlation-thread.ts";
import { type CorrelateSeriesAnswer, namedCorrelations } from "./correlations/named-correlations.ts";
import {
  type SeriesCorrelation,
  type SeriesCorrelationsQuery,
  seriesCorrelations,
  type Waiting,
} from "./correlations/series-correlations.ts";
import { StockSeries } from "./correlations/stock-series.ts";
import { type ListedSeries, listSeries, type SeriesFilter } from "./list-series.ts";
import { renamedKeys, seriesNumber } from "./renamed-keys.ts";
import { type SeriesData, type SeriesDataQuery, seriesAsOf, seriesData } from "./series-data.ts";
import { type EconomicSeries, loadSeriesStore } from "./series-store.ts";
import { triangleOf, type VintagesQuery, vintagesOf } from "./vintages.ts";
import { yearOnYear } from "./year-on-year.ts";

/** The economic questions about one snapshot. Values are known good: see the request rules. */
export interface Economy {
  /** The whole catalogue by series number, which is key order. */
  catalogue(): Promise<readonly EconomicSeries[]>;
  listSeries(filter: SeriesFilter): Promise<ListedSeries>;
  seriesData(query: SeriesDataQuery): Promise<SeriesData[]>;
  /** The same as it was known on a day, by its number. */
  seriesAsOf(query: SeriesDataQuery, day: number): Promise<ReturnType<typeof seriesAsOf>>;
  /** Undefined for an unknown series. */
  seriesVintages(
    query: VintagesQuery,
  ): Promise<({ series: EconomicSeries } & ReturnType<typeof triangleOf>) | undefined>;
  /** Keys among those asked for that have another spelling now. */
  renamedKeys(keys: readonly string[]): Promise<{ asked: string; seriesKey: string }[]>;
  seriesCorrelations(query: SeriesCorrelationsQuery, caller?: Waiting): Promise<SeriesCorrelation[]>;
  correlateSeries(query: CorrelateSeriesQuery, signal?: AbortSignal): Promise<CorrelateSeriesAnswer>;
  /** The bytes of the same answer in one form. */
  encodedCorrelations(
    query: CorrelateSeriesQuery,
    form: AnswerForm,
    signal?: AbortSignal,
    time?: CallTime,
  ): Promise<Uint8Array>;
}

/** The economic part of a view, made with the first question. */
export function economyOf(view: SnapshotView): Economy {
  return view.derived("economy", () => {
    const thread = correlationThread({
      maxWaiting: view.heavyWork.maxWaiting,
      thread: view.heavyWork.thread,
    });
    const market = () => marketOf(view);
    return { ...openEconomy(view.pages, thread.run, thread.encode, market), close: thread.close };
  });
}

/** The economic part of a snapshot. Series are read into memory on the first question about them. */
export function openEconomy(
  pages: PageStore,
  run: CorrelationRunner = runInThisThread,
  encode: CorrelationEncoder = encodeInThisThread,
  market: () => Market = () => new Market(pages),
): Economy {
  const store = lazy(async () => loadSeriesStore(pages));
  const changes = lazy(async () => yearOnYear((await store()).levels));
  const datedFigures = (number: number) => vintagesOf(pages, number);
  const stocks = lazy(async () => new StockSeries(market()));
  const planOf = async (query: CorrelateSeriesQuery, signal?: AbortSignal) =>
    planCorrelateSeries({ store: await store(), changes, stocks, vintagesOf: datedFigures }, query, signal);
  const correlationsOfBase = seriesCorrelations(pages, run);
  return {
    catalogue: async () => (await store()).series,
    listSeries: async (filter) => listSeries(await store(), filter),
    seriesData: async (query) => seriesData(await store(), query),
    seriesAsOf: async (query, day) => seriesAsOf(await store(), query, day, datedFigures),
    seriesVintages: async ({ seriesKey, ...window }) => {
      const number = seriesNumber(await store(), seriesKey);
      if (number === undefined) return undefined;
      return { series: (await store()).series[number], ...triangleOf(datedFigures(number), window) };
    },
    renamedKeys: async (keys) => renamedKeys(await store(), keys),
    seriesCorrelations: async (query, caller) => correlationsOfBase(await store(), query, caller),
    correlateSeries: async (query, signal) => {
      const { series, plan, seriesKeys } = await planOf(query, signal);
      return namedCorrelations(await run(series, plan, signal), (number) => seriesKeys.get(number)!);
    },
    encodedCorrelations: async (query, form, signal, time) =>
      encode({ ...(await planOf(query, signal)), form }, signal, time),
  };
}
