import { pearson } from "./pearson.ts";
import type { SeriesMatrix } from "./series-matrix.ts";

/** Fewest aligned months for which a coefficient is given. */
export const MIN_ALIGNED_MONTHS = 12;
/** The window whose correlations are stored in a snapshot. */
export const DEFAULT_WINDOW_MONTHS = 24;
/** The longest window that can be asked for. */
export const MAX_WINDOW_MONTHS = 120;

/** Where `correlatePair` writes its answer; made once and used for many pairs. */
export interface PairScratch {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Pearson's r; undefined when the pair has too few months or a side does not vary. */
  r: number | undefined;
  /** Aligned months used. */
  n: number;
  /** Place in the matrix of the newest month used of the base; -1 when n is 0. */
  lastMonth: number;
}

export function pairScratch(): PairScratch {
  const xs = new Float64Array(MAX_WINDOW_MONTHS);
  return { xs, ys: new Float64Array(MAX_WINDOW_MONTHS), r: undefined, n: 0, lastMonth: -1 };
}

/**
 * Leaves in `scratch` the correlation of the newest `windowMonths` months in which both series have a value, the
 * overlay being read `lagMonths` after the base. Gaps stretch the calendar span, not the count.
 */
export function correlatePair(
  matrix: SeriesMatrix,
  base: number,
  overlay: number,
  lagMonths: number,
  windowMonths: number,
  scratch: PairScratch,
): void {
  const { values, monthCount, lastMonths } = matrix;
  const { xs, ys } = scratch;
  const baseRow = base * monthCount;
  const overlayRow = overlay * monthCount + lagMonths;
  const newest = Math.min(lastMonths[base], lastMonths[overlay] - lagMonths);
  const oldest = Math.max(0, -lagMonths);
  let n = 0;
  let lastMonth = -1;
  for (let month = newest; month >= oldest && n < windowMonths; month--) {
    const x = values[baseRow + month];
    const y = values[overlayRow + month];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    if (n === 0) lastMonth = month;
    xs[n] = x;
    ys[n] = y;
    n++;
  }
  scratch.n = n;
  scratch.lastMonth = lastMonth;
  scratch.r = n < MIN_ALIGNED_MONTHS ? undefined : pearson(xs, ys, n);
}
