import { type SeriesMatrix, seriesMatrix } from "../../../src/engine/statistics/series-matrix.ts";

/** A value of a series in a month; gaps are omitted. */
export type MonthValue = readonly [month: number, value: number];

/** The matrix of these series, monthly by default. */
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

/** Values of consecutive months; NaN for a gap. */
export function monthly(first: number, values: readonly number[]): MonthValue[] {
  return values.flatMap((value, i) => (Number.isNaN(value) ? [] : [[first + i, value] as const]));
}
