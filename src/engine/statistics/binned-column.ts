import type { MetricColumn } from "../columns/column.ts";
import { binRows } from "../kernels/bin-rows.ts";

export type BinnedColumn = ReturnType<typeof binColumn>;

/** Bins a column, `binCount` of equal width or one a category, at a byte a row: all a histogram needs. */
export function binColumn(column: MetricColumn, binCount: number) {
  /** Bin count + 1 entries. From the column's min to its max, unless bins are categories. */
  const edges = column.metric.kind === "numeric" ? numericEdges(column, binCount) : categoryEdges(column);
  const bins = Math.max(0, edges.length - 1);
  const n = column.values.length;
  /** Bin of each row; binCount for null. */
  const codes = new Uint8Array(n);
  /** Rows in each bin; the last entry counts nulls. */
  const counts = new Uint32Array(bins + 1);
  binRows(column.values, column.validity, n, edges, bins, codes, counts);
  return { column, edges, binCount: bins, codes, counts };
}

/** Equal widths over the column's range in float32. One zero-width bin if min = max, none without data. */
function numericEdges({ min, max }: MetricColumn, binCount: number): Float32Array {
  if (min === undefined || max === undefined) return new Float32Array(0);
  if (min === max) return Float32Array.of(min, max);
  const edges = new Float32Array(binCount + 1);
  for (let i = 0; i < binCount; i++) edges[i] = min + ((max - min) * i) / binCount;
  edges[binCount] = max;
  return edges;
}

/** Integer edges, so that category i is bin i. */
function categoryEdges({ metric }: MetricColumn): Float32Array {
  return Float32Array.from({ length: metric.categories.length + 1 }, (_, i) => i);
}
