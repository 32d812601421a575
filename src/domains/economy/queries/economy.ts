import type { ServingDatabase } from "../../../engine/sql/database.ts";
import { rowsOf } from "../../../engine/sql/statement.ts";
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
import { listSeries, type SeriesFilter } from "./list-series.ts";
import { renamedKeys } from "./renamed-keys.ts";
import { type SeriesData, type SeriesDataQuery, seriesData } from "./series-data.ts";
import { type EconomicSeries, loadSeriesStore } from "./series-store.ts";
import { STATE_COMPANIES_BY_STATE, type StateCompanyRow } from "./state-companies.ts";
import { ALL_STATE_COMPANY_AGGREGATES, type StateCompanyAggregateRow } from "./state-company-aggregates.ts";
import { yearOnYear } from "./year-on-year.ts";

/** The economic questions about one snapshot. Values are known good: see the request rules. */
export interface Economy {
  /** The whole catalogue by series number, which is key order. */
  catalogue(): Promise<readonly EconomicSeries[]>;
  /** Series numbers. */
  listSeries(filter: SeriesFilter): Promise<number[]>;
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
  /** `state` in lower case. */
  stateCompanies(state: string, limit: number, signal?: AbortSignal): Promise<StateCompanyRow[]>;
  stateCompanyAggregates(signal?: AbortSignal): Promise<StateCompanyAggregateRow[]>;
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
    return { ...openEconomy(view.database, thread.run, thread.encode), close: thread.close };
  });
}

/** The economic part of a snapshot. Series are read into memory on the first question about them. */
export function openEconomy(
  database: ServingDatabase,
  run: CorrelationRunner = runInThisThread,
  encode: CorrelationEncoder = encodeInThisThread,
): Economy {
  // Loaded without a caller's signal: others wait for the same load.
  const store = lazy(() => loadSeriesStore(database));
  const changes = lazy(async () => yearOnYear((await store()).levels));
  const matrixOf = async ({ transform }: CorrelateSeriesQuery) =>
    transform === "levels" ? (await store()).levels : changes();
  const correlationsOfBase = seriesCorrelations(database, run);
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
    stateCompanies: async (state, limit, signal) =>
      rowsOf(await database.query(STATE_COMPANIES_BY_STATE, { state, limit }, signal)),
    stateCompanyAggregates: async (signal) =>
      rowsOf(await database.query(ALL_STATE_COMPANY_AGGREGATES, {}, signal)),
    warm: async () => {
      await store();
    },
  };
}
