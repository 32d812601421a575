import type { PageStore } from "../../../engine/pages/page-store.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import { lazy } from "../../../runtime/lazy.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import {
  type CorrelateSeriesQuery,
  correlateSeries,
  planCorrelateSeries,
} from "./correlations/correlate-series.ts";
import { type CorrelationEncoder, encodeInThisThread } from "./correlations/correlation-encoder.ts";
import { type CorrelationRunner, runInThisThread } from "./correlations/correlation-runner.ts";
import { correlationThread } from "./correlations/correlation-thread.ts";
import type { CorrelateSeriesAnswer } from "./correlations/named-correlations.ts";
import {
  type SeriesCorrelation,
  type SeriesCorrelationsQuery,
  seriesCorrelations,
} from "./correlations/series-correlations.ts";
import { type ListedSeries, listSeries, type SeriesFilter } from "./list-series.ts";
import { renamedKeys } from "./renamed-keys.ts";
import { type SeriesData, type SeriesDataQuery, seriesData } from "./series-data.ts";
import { type EconomicSeries, loadSeriesStore } from "./series-store.ts";
import { yearOnYear } from "./year-on-year.ts";

/** The economic questions about one snapshot. Values are known good: see the request rules. */
export interface Economy {
  /** The whole catalogue by series number, which is key order. */
  catalogue(): Promise<readonly EconomicSeries[]>;
  listSeries(filter: SeriesFilter): Promise<ListedSeries>;
  seriesData(query: SeriesDataQuery): Promise<SeriesData[]>;
  /** Keys among those asked for that have another spelling now. */
  renamedKeys(keys: readonly string[]): Promise<{ asked: string; seriesKey: string }[]>;
  seriesCorrelations(query: SeriesCorrelationsQuery, signal?: AbortSignal): Promise<SeriesCorrelation[]>;
  correlateSeries(query: CorrelateSeriesQuery, signal?: AbortSignal): Promise<CorrelateSeriesAnswer>;
  /** The bytes of the same answer in one form. */
  encodedCorrelations(
    query: CorrelateSeriesQuery,
    form: AnswerForm,
    signal?: AbortSignal,
    time?: CallTime,
  ): Promise<Uint8Array>;
  /** Resolves when the series are in memory; the first question about them does the same. */
  warm(): Promise<void>;
}

/** The economic part of a view, made with the first question. */
export function economyOf(view: SnapshotView): Economy {
  return view.derived("economy", () => {
    const thread = correlationThread({
      maxWaiting: view.heavyWork.maxWaiting,
      thread: view.heavyWork.thread,
    });
    return { ...openEconomy(view.pages, thread.run, thread.encode), close: thread.close };
  });
}

/** The economic part of a snapshot. Series are read into memory on the first question about them. */
export function openEconomy(
  pages: PageStore,
  run: CorrelationRunner = runInThisThread,
  encode: CorrelationEncoder = encodeInThisThread,
): Economy {
  const store = lazy(async () => loadSeriesStore(pages));
  const changes = lazy(async () => yearOnYear((await store()).levels));
  const matrixOf = async ({ transform }: CorrelateSeriesQuery) =>
    transform === "levels" ? (await store()).levels : changes();
  const correlationsOfBase = seriesCorrelations(pages, run);
  return {
    catalogue: async () => (await store()).series,
    listSeries: async (filter) => listSeries(await store(), filter),
    seriesData: async (query) => seriesData(await store(), query),
    renamedKeys: async (keys) => renamedKeys(await store(), keys),
    seriesCorrelations: async (query, signal) => correlationsOfBase(await store(), query, signal),
    correlateSeries: async (query, signal) =>
      correlateSeries(await store(), await matrixOf(query), query, run, signal),
    encodedCorrelations: async (query, form, signal, time) => {
      const { series } = await store();
      const plan = planCorrelateSeries(await store(), query);
      const seriesKeys = new Map(
        [...plan.bases, ...plan.overlays].map((number) => [number, series[number].seriesKey]),
      );
      return encode({ matrix: await matrixOf(query), plan, seriesKeys, form }, signal, time);
    },
    warm: async () => {
      await store();
    },
  };
}
