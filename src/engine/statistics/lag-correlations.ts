import { PairCorrelation } from "./pair-correlation.ts";
import { firstDayOfMonth } from "./series-alignment.ts";
import type { SeriesMatrix } from "./series-matrix.ts";

/** Which pairs to correlate, and how. Plain numbers, so that it can be sent to a worker as it is. */
export interface LagPlan {
  /** Series numbers, each once. */
  readonly bases: readonly number[];
  readonly overlays: readonly number[];
  /** Inclusive; at lag L the overlay is read L months after the base, so a positive lag means the base leads. */
  readonly minLagMonths: number;
  readonly maxLagMonths: number;
  readonly windowMonths: number;
  /** Smallest |r| at the best lag, inclusive. */
  readonly minAbsR: number;
  readonly limit: number;
}

export interface LagCoefficient {
  readonly lagMonths: number;
  /** Undefined with fewer than 12 pairs or without variance. */
  readonly r: number | undefined;
  readonly n: number;
}

/** One pair at its best lag. */
export interface CorrelatedPair {
  readonly base: number;
  readonly overlay: number;
  readonly r: number;
  readonly n: number;
  readonly bestLagMonths: number;
  /** Day number of the first day of the newest base month used at the best lag. */
  readonly lastPeriod: number;
  /** One entry a lag, ascending. */
  readonly lags: readonly LagCoefficient[];
}

export interface LagAnswer {
  /** |r| descending, then base, then overlay ascending by series number, which is key order. */
  readonly rows: readonly CorrelatedPair[];
  /** Pairs that satisfy minAbsR, before the limit. */
  readonly totalCount: number;
}

type BestLag = Omit<CorrelatedPair, "lags">;

/** The pairs of a plan that have a defined coefficient at some lag, best first. A series is not paired with itself. */
export function correlateLags(matrix: SeriesMatrix, plan: LagPlan): LagAnswer {
  const pair = new PairCorrelation(matrix, plan.windowMonths);
  const lags = lagsByPreference(plan.minLagMonths, plan.maxLagMonths);
  const found: BestLag[] = [];
  for (const base of plan.bases) {
    for (const overlay of plan.overlays) {
      if (base === overlay) continue;
      const best = bestLag(matrix, pair, base, overlay, lags);
      if (best !== undefined && Math.abs(best.r) >= plan.minAbsR) found.push(best);
    }
  }
  found.sort((a, b) => Math.abs(b.r) - Math.abs(a.r) || a.base - b.base || a.overlay - b.overlay);
  const ascending = lags.toSorted((a, b) => a - b);
  const rows = found
    .slice(0, plan.limit)
    .map((best) => ({ ...best, lags: coefficients(pair, best, ascending) }));
  return { rows, totalCount: found.length };
}

/** r and n of a pair at each lag. */
function coefficients(pair: PairCorrelation, best: BestLag, lags: readonly number[]): LagCoefficient[] {
  // With a single lag the best one is all there is.
  if (lags.length === 1) return [{ lagMonths: best.bestLagMonths, r: best.r, n: best.n }];
  return lags.map((lagMonths) => {
    pair.correlate(best.base, best.overlay, lagMonths);
    return { lagMonths, r: pair.r, n: pair.n };
  });
}

/** The lags of a range, nearest to 0 first and the lower of two before the higher. */
function lagsByPreference(min: number, max: number): number[] {
  const lags = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return lags.sort((a, b) => Math.abs(a) - Math.abs(b) || a - b);
}

/** The first lag in order with the largest |r|; undefined when none is defined. */
function bestLag(
  matrix: SeriesMatrix,
  pair: PairCorrelation,
  base: number,
  overlay: number,
  lags: readonly number[],
): BestLag | undefined {
  let r: number | undefined;
  let n = 0;
  let bestLagMonths = 0;
  let lastMonth = -1;
  for (const lagMonths of lags) {
    if (lags.length === 1) pair.gather(base, overlay, lagMonths);
    else pair.correlate(base, overlay, lagMonths);
    if (pair.r === undefined || (r !== undefined && Math.abs(pair.r) <= Math.abs(r))) continue;
    r = pair.r;
    n = pair.n;
    bestLagMonths = lagMonths;
    lastMonth = pair.lastMonth;
  }
  if (r === undefined) return undefined;
  return { base, overlay, r, n, bestLagMonths, lastPeriod: firstDayOfMonth(matrix.firstMonth + lastMonth) };
}
