import type { PageStore } from "../../../../engine/pages/page-store.ts";
import { basePlan } from "../../../../engine/statistics/base-correlations.ts";
import type { LagAnswer } from "../../../../engine/statistics/lag-correlations.ts";
import {
  DEFAULT_WINDOW_MONTHS,
  MAX_WINDOW_MONTHS,
  MIN_ALIGNED_MONTHS,
} from "../../../../engine/statistics/pair-correlation.ts";
import { BoundedCache } from "../../../../runtime/bounded-cache.ts";
import type { CallTime } from "../../../../runtime/threads/cost-queue.ts";
import type { StoredCorrelation } from "../../pages/correlations.ts";
import type { SeriesCorrelationsQuery } from "../../rules.ts";
import { type EconomicSeries, type SeriesStore, seriesNumber } from "../series-store.ts";
import type { CorrelationTasks } from "./correlation-thread.ts";

export interface SeriesCorrelation {
  readonly overlay: EconomicSeries;
  readonly r: number;
  readonly n: number;
  /** Day number of the first day of the newest aligned month. */
  readonly lastPeriod: number;
}

/** Who waits for an answer: until when, and whether still. */
export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  readonly time?: CallTime | undefined;
}

/** Windows of bases kept: a few kilobytes each. */
const KEPT_WINDOWS = 256;

function isAnswered(windowMonths: number): boolean {
  return windowMonths >= MIN_ALIGNED_MONTHS && windowMonths <= MAX_WINDOW_MONTHS;
}

/**
 * A question answered for one snapshot: the correlations of a base, |r| descending, then key ascending; empty for an
 * unknown base and for windows below 12 months, which no pair can fill, or above 120. The default window is read from
 * the snapshot, any other is computed; both are kept.
 */
export function seriesCorrelations(pages: PageStore, perform: CorrelationTasks) {
  const kept = new BoundedCache<readonly StoredCorrelation[]>({ maxEntries: KEPT_WINDOWS });

  const read = (base: number) =>
    pages.find("economic_correlations", String(base))?.json<StoredCorrelation[]>(0) ?? [];

  const compute = async (store: SeriesStore, base: number, windowMonths: number, caller: Waiting) => {
    const plan = basePlan(store.series, base, windowMonths);
    const answer = await perform({ series: store.levels, plan }, caller.signal, caller.time);
    return (answer as LagAnswer).rows.map(({ overlay, r, n, lastPeriod }) => ({ overlay, r, n, lastPeriod }));
  };

  const allOf = async (store: SeriesStore, base: number, windowMonths: number, caller: Waiting) => {
    const key = `${base}:${windowMonths}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const isStored = windowMonths === DEFAULT_WINDOW_MONTHS;
    const found = isStored ? read(base) : await compute(store, base, windowMonths, caller);
    kept.set(key, found);
    return found;
  };

  return async (
    store: SeriesStore,
    query: SeriesCorrelationsQuery,
    caller: Waiting = {},
  ): Promise<SeriesCorrelation[]> => {
    const base = seriesNumber(store, query.baseSeriesKey);
    if (base === undefined || !isAnswered(query.windowMonths)) return [];
    const rows = await allOf(store, base, query.windowMonths, caller);
    return rows
      .filter((row) => Math.abs(row.r) >= query.minAbsR)
      .slice(0, query.limit)
      .map((row) => ({ ...row, overlay: store.series[row.overlay] }));
  };
}
