import { fisherInterval } from "../../../../engine/statistics/fisher-interval.ts";
import type { LagAnswer, LagCoefficient } from "../../../../engine/statistics/lag-correlations.ts";

export interface SeriesLagCorrelation {
  readonly baseSeriesKey: string;
  readonly overlaySeriesKey: string;
  readonly r: number;
  readonly bestLagMonths: number;
  readonly n: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly lags: readonly LagCoefficient[];
  /** Day number. */
  readonly lastPeriod: number;
}

export interface CorrelateSeriesAnswer {
  /** |r| descending, then base key, then overlay key ascending. */
  readonly correlations: readonly SeriesLagCorrelation[];
  /** Pairs that satisfy minAbsR, before the limit. */
  readonly totalCount: number;
}

/** The pairs of an answer with their keys and the interval of r. */
export function namedCorrelations(
  { rows, totalCount }: LagAnswer,
  keyOf: (number: number) => string,
): CorrelateSeriesAnswer {
  const correlations = rows.map((row) => {
    const [ciLow, ciHigh] = fisherInterval(row.r, row.n);
    return {
      baseSeriesKey: keyOf(row.base),
      overlaySeriesKey: keyOf(row.overlay),
      r: row.r,
      bestLagMonths: row.bestLagMonths,
      n: row.n,
      ciLow,
      ciHigh,
      lags: row.lags,
      lastPeriod: row.lastPeriod,
    };
  });
  return { correlations, totalCount };
}
