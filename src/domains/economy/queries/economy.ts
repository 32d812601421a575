import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import { basePlan } from "../../../engine/statistics/base-correlations.ts";
import type { LagAnswer } from "../../../engine/statistics/lag-correlations.ts";
import {
  DEFAULT_WINDOW_MONTHS,
  MAX_WINDOW_MONTHS,
  MIN_ALIGNED_MONTHS,
} from "../../../engine/statistics/pair-correlation.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { lazy } from "../../../runtime/lazy.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import type { StoredCorrelation } from "../pages/index.ts";
import type { CorrelateSeriesQuery, SeriesCorrelationsQuery } from "../rules.ts";
import { planCorrelateSeries } from "./correlations/correlate-series.ts";
import { type CorrelationTasks, correlationTasks, yearOnYear } from "./correlations/perform-plan.ts";
import { StockSeries } from "./correlations/stock-series.ts";
import { vintagesOf } from "./series-data.ts";
import { type EconomicSeries, loadSeriesStore, seriesNumber } from "./series-store.ts";

export type SeriesCorrelation = Omit<StoredCorrelation, "overlay"> & { readonly overlay: EconomicSeries };

interface Waiting {
  readonly signal?: AbortSignal | undefined;
  readonly time?: CallTime | undefined;
}

/** Cached results, one per base and window: a few kilobytes each. */
const CACHED_WINDOWS = 256;

export type Economy = ReturnType<typeof openEconomy>;

export function economyOf(view: SnapshotView): Economy {
  return view.derived("economy", () => {
    const { perform, close } = correlationTasks(view.heavyWork.thread);
    return { ...openEconomy(view.pages, perform, () => marketOf(view)), close };
  });
}

/** The economic queries of a snapshot, for arguments checked by rules.ts. The first one loads the series. */
export function openEconomy(pages: PageStore, perform: CorrelationTasks, market: () => Market) {
  const store = lazy(async () => loadSeriesStore(pages));
  const changes = lazy(async () => yearOnYear((await store()).levels));
  const datedFigures = (number: number) => vintagesOf(pages, number);
  const stocks = lazy(async () => new StockSeries(market()));
  const correlationsOfBase = new BoundedCache<readonly StoredCorrelation[]>({ maxEntries: CACHED_WINDOWS });

  async function correlated(base: number, windowMonths: number, { signal, time }: Waiting) {
    if (windowMonths === DEFAULT_WINDOW_MONTHS)
      return pages.find("economic_correlations", String(base))?.json<StoredCorrelation[]>(0) ?? [];
    const { series, levels } = await store();
    const answer = await perform(
      { series: levels, plan: basePlan(series, base, windowMonths) },
      signal,
      time,
    );
    return (answer as LagAnswer).rows.map(({ overlay, r, n, lastPeriod }) => ({ overlay, r, n, lastPeriod }));
  }

  return {
    store,
    datedFigures,
    /**
     * A base's correlations, |r| descending, then key ascending. Empty for an unknown base and for windows
     * below 12 months, which no pair can fill, or above 120. The default window is read from the snapshot,
     * others are computed; both are cached.
     */
    seriesCorrelations: async (
      { baseSeriesKey, windowMonths, minAbsR, limit }: SeriesCorrelationsQuery,
      caller: Waiting = {},
    ): Promise<SeriesCorrelation[]> => {
      const { series } = await store();
      const base = seriesNumber(await store(), baseSeriesKey);
      if (base === undefined || windowMonths < MIN_ALIGNED_MONTHS || windowMonths > MAX_WINDOW_MONTHS)
        return [];
      const key = `${base}:${windowMonths}`;
      const rows = correlationsOfBase.get(key) ?? (await correlated(base, windowMonths, caller));
      correlationsOfBase.set(key, rows);
      return rows
        .filter((row) => Math.abs(row.r) >= minAbsR)
        .slice(0, limit)
        .map((row) => ({ ...row, overlay: series[row.overlay] }));
    },
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
