import type { LagAnswer, LagCoefficient } from "../../../../engine/statistics/lag-correlations.ts";

/** Two-sided 95 % quantile of the normal distribution. */
const Z_95 = 1.959964;

/** The 95 % confidence interval of a Pearson coefficient of n > 3 pairs; both ends equal r when |r| is 1. */
export function fisherInterval(r: number, n: number): readonly [low: number, high: number] {
  if (Math.abs(r) === 1) return [r, r];
  const centre = Math.atanh(r);
  const reach = Z_95 / Math.sqrt(n - 3);
  return [Math.tanh(centre - reach), Math.tanh(centre + reach)];
}

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
