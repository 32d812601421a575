import { DenseWindows } from "./dense-windows.ts";
import { coefficient, pearson } from "./pearson.ts";
import type { SeriesMatrix } from "./series-matrix.ts";

/** Fewest aligned months for a coefficient. */
export const MIN_ALIGNED_MONTHS = 12;
/** Window of the correlations stored in a snapshot. */
export const DEFAULT_WINDOW_MONTHS = 24;
/** Longest window that a request can ask for. */
export const MAX_WINDOW_MONTHS = 120;

/** Months before a series' end for which windows are cached: a lag of 12 months and publishing delays. */
const WINDOW_REACH = 32;

/**
 * Correlates pairs of series over the newest `windowMonths` months in which both have a value: gaps stretch
 * the calendar span, not the count. `r`, `n` and `lastMonth` hold the result until the next pair.
 */
export class PairCorrelation {
  /** Pearson's r; undefined with fewer than 12 aligned months or if a side is constant. */
  r: number | undefined = undefined;
  n = 0;
  /** Month index in the matrix of the newest base month used; -1 when n is 0. */
  lastMonth = -1;
  readonly #matrix: SeriesMatrix;
  readonly #windowMonths: number;
  #windows: DenseWindows | undefined;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;

  constructor(matrix: SeriesMatrix, windowMonths: number) {
    this.#matrix = matrix;
    this.#windowMonths = windowMonths;
    this.#xs = new Float64Array(windowMonths);
    this.#ys = new Float64Array(windowMonths);
  }

  /**
   * Reads the overlay `lagMonths` after the base. If neither side has a gap, uses cached means and sums only
   * the products, which pays when a series takes part in several pairs or lags.
   */
  correlate(base: number, overlay: number, lagMonths: number): void {
    this.#windows ??= new DenseWindows(this.#matrix, this.#windowMonths, WINDOW_REACH);
    const { lastMonths } = this.#matrix;
    const newest = Math.min(lastMonths[base], lastMonths[overlay] - lagMonths);
    const baseWindow = this.#windows.find(base, newest);
    const overlayWindow = baseWindow < 0 ? -1 : this.#windows.find(overlay, newest + lagMonths);
    if (overlayWindow < 0) {
      this.gather(base, overlay, lagMonths);
      return;
    }
    const { values, monthCount } = this.#matrix;
    const baseMean = this.#windows.mean(baseWindow);
    const overlayMean = this.#windows.mean(overlayWindow);
    const shift = (overlay - base) * monthCount + lagMonths;
    const last = base * monthCount + newest;
    const first = last - this.#windowMonths + 1;
    let products = 0;
    for (let place = last; place >= first; place--) {
      products += (values[place] - baseMean) * (values[place + shift] - overlayMean);
    }
    this.n = this.#windowMonths;
    this.lastMonth = newest;
    this.r = coefficient(products, this.#windows.squares(baseWindow), this.#windows.squares(overlayWindow));
  }

  /** Collects the pairs first, then correlates: the fallback of `correlate` for gaps, with equal results. */
  gather(base: number, overlay: number, lagMonths: number): void {
    const { values, monthCount, lastMonths } = this.#matrix;
    const xs = this.#xs;
    const ys = this.#ys;
    const baseRow = base * monthCount;
    const overlayRow = overlay * monthCount + lagMonths;
    const newest = Math.min(lastMonths[base], lastMonths[overlay] - lagMonths);
    const oldest = Math.max(0, -lagMonths);
    let n = 0;
    let lastMonth = -1;
    for (let month = newest; month >= oldest && n < this.#windowMonths; month--) {
      const x = values[baseRow + month];
      const y = values[overlayRow + month];
      if (Number.isNaN(x) || Number.isNaN(y)) continue;
      if (n === 0) lastMonth = month;
      xs[n] = x;
      ys[n] = y;
      n++;
    }
    this.n = n;
    this.lastMonth = lastMonth;
    this.r = n < MIN_ALIGNED_MONTHS ? undefined : pearson(xs, ys, n);
  }
}
