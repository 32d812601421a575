import { type AlignedSeries, alignByMonth, type MonthNumber } from "./series-alignment.ts";

/** Observations of all series, ordered by series number (from 0), then date. */
export interface SeriesObservations {
  readonly seriesNumbers: ArrayLike<number>;
  readonly months: ArrayLike<MonthNumber>;
  readonly values: ArrayLike<number>;
}

/** Every series aligned by month, in shared memory that worker threads read without a copy. */
export type SeriesMatrix = Readonly<ReturnType<typeof emptyMatrix>>;

/** Aligns all series, row i at `frequencies[i]` (`monthly`, `quarterly`, `annual`); NaN where empty. */
export function seriesMatrix(observations: SeriesObservations, frequencies: readonly string[]): SeriesMatrix {
  const { seriesNumbers, months, values } = observations;
  const seriesCount = frequencies.length;
  let firstMonth = Infinity;
  let lastMonth = -Infinity;
  for (let at = 0; at < months.length; at++) {
    if (months[at] < firstMonth) firstMonth = months[at];
    if (months[at] > lastMonth) lastMonth = months[at];
  }
  if (months.length === 0) return emptyMatrix(seriesCount, 0, 0);

  // A quarterly value may be carried up to two months past the newest observation.
  const matrix = emptyMatrix(seriesCount, firstMonth, lastMonth - firstMonth + 3);
  let start = 0;
  while (start < months.length) {
    const series = seriesNumbers[start];
    let end = start + 1;
    while (end < months.length && seriesNumbers[end] === series) end++;
    const isQuarterly = frequencies[series] === "quarterly";
    const aligned = alignByMonth(slice(months, start, end), slice(values, start, end), isQuarterly);
    fillSeries(matrix, series, aligned);
    start = end;
  }
  return matrix;
}

export interface MatrixRow {
  readonly matrix: SeriesMatrix;
  readonly row: number;
}

/** Combines rows of several matrices into one, in the given order, aligned by calendar month. */
export function pickedMatrix(picked: readonly MatrixRow[]): SeriesMatrix {
  let [first, end] = [Infinity, -Infinity];
  for (const { matrix } of picked) {
    if (matrix.monthCount === 0) continue;
    first = Math.min(first, matrix.firstMonth);
    end = Math.max(end, matrix.firstMonth + matrix.monthCount);
  }
  if (first > end) return emptyMatrix(picked.length, 0, 0);
  const made = emptyMatrix(picked.length, first, end - first);
  picked.forEach(({ matrix, row }, place) => {
    // An empty matrix has no first month to align by.
    if (matrix.monthCount === 0) return;
    const shift = matrix.firstMonth - first;
    const months = matrix.values.subarray(row * matrix.monthCount, (row + 1) * matrix.monthCount);
    made.values.set(months, place * made.monthCount + shift);
    if (matrix.lastMonths[row] >= 0) made.lastMonths[place] = matrix.lastMonths[row] + shift;
  });
  return made;
}

function emptyMatrix(seriesCount: number, firstMonth: MonthNumber, monthCount: number) {
  /** Month `m` of series `s` at `s * monthCount + m`; NaN if missing. */
  const values = new Float64Array(new SharedArrayBuffer(8 * seriesCount * monthCount)).fill(NaN);
  /** Index of the last month with a value, by series; -1 for an empty series. */
  const lastMonths = new Int32Array(new SharedArrayBuffer(4 * seriesCount)).fill(-1);
  return { seriesCount, firstMonth, monthCount, values, lastMonths };
}

function slice(from: ArrayLike<number>, start: number, end: number): number[] {
  return Array.prototype.slice.call(from, start, end);
}

function fillSeries(matrix: SeriesMatrix, series: number, aligned: AlignedSeries): void {
  const row = series * matrix.monthCount - matrix.firstMonth;
  for (let at = 0; at < aligned.months.length; at++) {
    matrix.values[row + aligned.months[at]] = aligned.values[at];
  }
  matrix.lastMonths[series] = aligned.months[aligned.months.length - 1] - matrix.firstMonth;
}
