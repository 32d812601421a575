import { isNull, type MetricColumn } from "../columns/column.ts";
import { createSortScratch, MAX_RANKED_ROWS, type SortScratch, sortRows } from "../kernels/sort-rows.ts";

/** The first `count` rows are those with data, by ascending value, then row. */
export interface RowOrder {
  readonly rows: Uint16Array | Uint32Array;
  readonly count: number;
}

/** Returns a function that sorts the rows of columns with n rows, reusing its scratch. */
export function rowOrderer(n: number): (column: MetricColumn) => RowOrder {
  let scratch: SortScratch | undefined;
  return (column) => {
    if (n > MAX_RANKED_ROWS) return compareRows(column);
    scratch ??= createSortScratch(n);
    const rows = new Uint16Array(n);
    const count = sortRows(column.values, column.validity, column.values.length, rows, scratch);
    return { rows, count };
  };
}

/** Comparison sort, for more rows than 16 bits can number. */
export function compareRows(column: MetricColumn): RowOrder {
  const { values } = column;
  const rows = Uint32Array.from(values.keys()).filter((row) => !isNull(column, row));
  rows.sort((a, b) => values[a] - values[b] || a - b);
  return { rows, count: rows.length };
}
