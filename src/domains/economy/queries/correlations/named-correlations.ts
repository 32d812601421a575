import type { LagAnswer } from "../../../../engine/statistics/lag-correlations.ts";

/** Two-sided 95 % quantile of the normal distribution. */
const Z_95 = 1.959964;

/** The 95 % confidence interval of a Pearson coefficient of n > 3 pairs; both ends equal r when |r| is 1. */
export function fisherInterval(r: number, n: number): readonly [low: number, high: number] {
  if (Math.abs(r) === 1) return [r, r];
  const centre = Math.atanh(r);
  const reach = Z_95 / Math.sqrt(n - 3);
  return [Math.tanh(centre - reach), Math.tanh(centre + reach)];
}

export type CorrelateSeriesAnswer = ReturnType<typeof namedCorrelations>;

/** The pairs of an answer with their keys and the interval of r: |r| descending, then base key, then overlay key ascending. */
export function namedCorrelations({ rows, totalCount }: LagAnswer, keyOf: (number: number) => string) {
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
