import { type SeriesMatrix, seriesMatrix } from "../../../src/engine/statistics/series-matrix.ts";

/** A value of a series in a month; of a gap there is none. */
export type MonthValue = readonly [month: number, value: number];

/** The matrix of series, monthly unless their frequencies are given. */
export function matrixOfSeries(
  series: readonly (readonly MonthValue[])[],
  frequencies: readonly string[] = [],
): SeriesMatrix {
  const rows = series.flatMap((values, number) => values.map((value) => [number, ...value]));
  const [seriesNumbers, months, values] = [0, 1, 2].map((column) => rows.map((row) => row[column]));
  return seriesMatrix(
    { seriesNumbers, months, values },
    series.map((_, i) => frequencies[i] ?? "monthly"),
  );
}

/** Values of months that follow each other, NaN for a gap. */
export function monthly(first: number, values: readonly number[]): MonthValue[] {
  return values.flatMap((value, i) => (Number.isNaN(value) ? [] : [[first + i, value] as const]));
}
