import type { MetricColumn } from "../columns/column.ts";
import type { RowOrder } from "./order-rows.ts";

/** Percentile ranks of one metric in one scope, in whole numbers: 4 bytes a row. */
export interface PercentileRanks {
  /** By row, twice the rows with a lower value plus the rows with the same one; 0 = no data. */
  readonly doubled: Uint32Array;
  /** Rows with data. */
  readonly count: number;
}

/** Ranks of a column whose rows are in order. */
export function percentileRanks({ values }: MetricColumn, { rows, count }: RowOrder): PercentileRanks {
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
