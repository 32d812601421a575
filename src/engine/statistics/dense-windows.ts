import type { SeriesMatrix } from "./series-matrix.ts";

const UNKNOWN = 0;
const DENSE = 1;
const NOT_DENSE = 2;
/** Numbers cached for a window: state, mean, sum of squared deviations. */
const KEPT = 3;

/**
 * Caches means and sums of squared deviations of windows that end near a series' last month, shared by all
 * pairs and lags. Sums from the newest month back, as `gather` does, so that results are the same.
 */
export class DenseWindows {
  readonly #matrix: SeriesMatrix;
  readonly #windowMonths: number;
  readonly #reach: number;
  /** `reach + 1` windows for each series. */
  readonly #kept: Float64Array;

  /** Caches windows that end at most `reach` months before a series' last month. */
  constructor(matrix: SeriesMatrix, windowMonths: number, reach: number) {
    this.#matrix = matrix;
    this.#windowMonths = windowMonths;
    this.#reach = reach;
    this.#kept = new Float64Array(matrix.seriesCount * (reach + 1) * KEPT);
  }

  /** Offset for `mean` and `squares` of the window that ends in month `end`; -1 if gappy or constant. */
  find(series: number, end: number): number {
    const before = this.#matrix.lastMonths[series] - end;
    if (before < 0 || before > this.#reach) return -1;
    const at = (series * (this.#reach + 1) + before) * KEPT;
    if (this.#kept[at] === UNKNOWN) this.#fill(series, end, at);
    return this.#kept[at] === DENSE ? at : -1;
  }

  mean(at: number): number {
    return this.#kept[at + 1];
  }

  squares(at: number): number {
    return this.#kept[at + 2];
  }

  #fill(series: number, end: number, at: number): void {
    const kept = this.#kept;
    const { values, monthCount } = this.#matrix;
    const newest = series * monthCount + end;
    const oldest = newest - this.#windowMonths + 1;
    kept[at] = NOT_DENSE;
    if (end < this.#windowMonths - 1) return;
    let sum = 0;
    let varies = false;
    for (let place = newest; place >= oldest; place--) {
      sum += values[place];
      if (values[place] !== values[newest]) varies = true;
    }
    // One gap makes the sum NaN.
    if (Number.isNaN(sum) || !varies) return;
    const mean = sum / this.#windowMonths;
    let squares = 0;
    for (let place = newest; place >= oldest; place--) {
      const deviation = values[place] - mean;
      squares += deviation * deviation;
    }
    kept[at] = DENSE;
    kept[at + 1] = mean;
    kept[at + 2] = squares;
  }
}
