import { PairCorrelation } from "./pair-correlation.ts";
import { firstDayOfMonth } from "./series-alignment.ts";
import type { SeriesMatrix } from "./series-matrix.ts";
import { smallestKeys } from "./smallest-keys.ts";

/** Which pairs to correlate, and how. Only numbers, so it can be posted to a worker. */
export interface LagPlan {
  /** Series numbers, each once. */
  readonly bases: readonly number[];
  readonly overlays: readonly number[];
  /** Inclusive. At lag L the overlay is read L months after the base: at a positive lag the base leads. */
  readonly minLagMonths: number;
  readonly maxLagMonths: number;
  readonly windowMonths: number;
  /** Smallest |r| at the best lag, inclusive. */
  readonly minAbsR: number;
  readonly limit: number;
}

export type LagAnswer = ReturnType<typeof correlateLags>;

/** Pairs with a defined coefficient at some lag, best first. A series is not paired with itself. */
export function correlateLags(matrix: SeriesMatrix, plan: LagPlan) {
  const pair = new PairCorrelation(matrix, plan.windowMonths);
  const lags = lagsByPreference(plan.minLagMonths, plan.maxLagMonths);
  const found = findPairs(pair, plan, lags);
  const ascending = lags.toSorted((a, b) => a - b);
  // Cached, since most pairs end in the same month.
  let month = -1;
  let lastPeriod = 0;
  /** By |r| descending, then base, then overlay, ascending by series number, which is key order. */
  const rows = Array.from(firstRanked(found, plan.limit), (at) => {
    if (found.lastMonth[at] !== month) {
      month = found.lastMonth[at];
      lastPeriod = firstDayOfMonth(matrix.firstMonth + month);
    }
    const base = found.base[at];
    const overlay = found.overlay[at];
    const r = found.r[at];
    const n = found.n[at];
    const bestLagMonths = found.lagMonths[at];
    // A single lag is the best lag: no need to correlate again.
    const isSingle = lags.length === 1;
    return {
      base,
      overlay,
      r,
      n,
      bestLagMonths,
      /** Day number of the first day of the newest base month used at the best lag. */
      lastPeriod,
      /** One entry a lag, ascending. */
      lags: isSingle ? [{ lagMonths: bestLagMonths, r, n }] : coefficients(pair, base, overlay, ascending),
    };
  });
  return {
    rows,
    /** Pairs that satisfy minAbsR, before the limit. */
    totalCount: found.count,
  };
}

/** n and r of a pair at each lag; r is undefined with fewer than 12 aligned months or a constant side. */
function coefficients(pair: PairCorrelation, base: number, overlay: number, lags: readonly number[]) {
  return lags.map((lagMonths) => {
    pair.correlate(base, overlay, lagMonths);
    return { lagMonths, r: pair.r, n: pair.n };
  });
}

type FoundPairs = ReturnType<typeof findPairs>;

/** Pairs with |r| >= minAbsR, by base, then overlay. Columnar: an object a pair costs more than its r. */
function findPairs(pair: PairCorrelation, plan: LagPlan, lags: readonly number[]) {
  const bases = Int32Array.from(plan.bases).sort();
  const overlays = Int32Array.from(plan.overlays).sort();
  const most = bases.length * overlays.length;
  const r = new Float64Array(most);
  const [base, overlay, n, lagMonths, lastMonth] = Array.from({ length: 5 }, () => new Int32Array(most));
  let count = 0;
  for (let b = 0; b < bases.length; b++) {
    for (let o = 0; o < overlays.length; o++) {
      if (bases[b] === overlays[o]) continue;
      let isFound = false;
      for (let l = 0; l < lags.length; l++) {
        // The cache of `correlate` pays only with several lags.
        if (lags.length === 1) pair.gather(bases[b], overlays[o], lags[l]);
        else pair.correlate(bases[b], overlays[o], lags[l]);
        // Of equal |r|, keeps the first in order of preference.
        if (pair.r === undefined || (isFound && Math.abs(pair.r) <= Math.abs(r[count]))) continue;
        isFound = true;
        r[count] = pair.r;
        n[count] = pair.n;
        lagMonths[count] = lags[l];
        lastMonth[count] = pair.lastMonth;
      }
      if (!isFound || Math.abs(r[count]) < plan.minAbsR) continue;
      base[count] = bases[b];
      overlay[count] = overlays[o];
      count++;
    }
  }
  return { count, base, overlay, r, n, lagMonths, lastMonth };
}

/** Indexes of the `limit` largest |r|, best first, ties by index. */
function firstRanked({ r, count }: FoundPairs, limit: number): Uint32Array {
  const keys = Float64Array.from(r.subarray(0, count), (one) => -Math.abs(one));
  return smallestKeys(keys, count, limit);
}

/** Lags of a range, nearest to 0 first, negative before positive. */
function lagsByPreference(min: number, max: number): number[] {
  const lags = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return lags.sort((a, b) => Math.abs(a) - Math.abs(b) || a - b);
}
