import type { MetricColumn } from "../columns/column.ts";
import type { RowOrder } from "./order-rows.ts";

export type PercentileRanks = ReturnType<typeof percentileRanks>;

/** Percentile ranks of a column from its sorted rows, as integers: 4 bytes a row. */
export function percentileRanks({ values }: MetricColumn, { rows, count }: RowOrder) {
  /** By row: 2 * (rows with a lower value) + (rows with the same value); 0 for null. */
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

/** (rows with a lower value + half of those with the same) / rows with data: within (0, 1). */
export function percentileRank({ doubled, count }: PercentileRanks, row: number): number {
  return doubled[row] / (2 * count);
}
