import type { SeriesMatrix } from "./series-matrix.ts";

const UNKNOWN = 0;
const DENSE = 1;
const NOT_DENSE = 2;
/** Numbers kept a window: whether it is dense, its mean, its sum of squared deviations. */
const KEPT = 3;

/**
 * Means and sums of squared deviations of the windows that end near a series' last month, each computed once however
 * many pairs and lags share it. Sums run from the newest month back, as they do where pairs are gathered.
 */
export class DenseWindows {
  readonly #matrix: SeriesMatrix;
  readonly #windowMonths: number;
  readonly #reach: number;
  /** Series by series, `reach + 1` windows each. */
  readonly #kept: Float64Array;

  /** Windows that end more than `reach` months before a series' last one are not kept. */
  constructor(matrix: SeriesMatrix, windowMonths: number, reach: number) {
    this.#matrix = matrix;
    this.#windowMonths = windowMonths;
    this.#reach = reach;
    this.#kept = new Float64Array(matrix.seriesCount * (reach + 1) * KEPT);
  }

  /** Where `mean` and `squares` find the window that ends in month `end`; -1 when it has a gap or does not vary. */
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
