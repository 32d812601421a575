import type { MetricColumn } from "../columns/column.ts";
import type { RowOrder } from "./order-rows.ts";

export type PercentileRanks = ReturnType<typeof percentileRanks>;

/** Percentile ranks of a column whose rows are in order, in whole numbers: 4 bytes a row. */
export function percentileRanks({ values }: MetricColumn, { rows, count }: RowOrder) {
  /** By row, twice the rows with a lower value plus the rows with the same one; 0 = no data. */
  const doubled = new Uint32Array(values.length);
  let first = 0;
  while (first < count) {
    let end = first + 1;
    while (end < count && values[rows[end]] === values[rows[first]]) end++;
    for (let rank = first; rank < end; rank++) doubled[rows[rank]] = first + end;
    first = end;
  }
  return { doubled, count };
}

/** (rows with a lower value + half of those with the same) / rows with data: above 0 and below 1. */
export function percentileRank({ doubled, count }: PercentileRanks, row: number): number {
  return doubled[row] / (2 * count);
}
