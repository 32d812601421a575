import type { MetricColumn } from "../columns/column.ts";
import { binRows } from "../kernels/bin-rows.ts";

export type BinnedColumn = ReturnType<typeof binColumn>;

/**
 * The column in `binCount` bins of equal width, or in one bin a label when it is categorical: what a histogram of any of its
 * rows needs, at a byte a row.
 */
export function binColumn(column: MetricColumn, binCount: number) {
  /** One more than there are bins; the first is the column's min and the last its max, unless bins are labels. */
  const edges = column.metric.kind === "numeric" ? numericEdges(column, binCount) : categoryEdges(column);
  const bins = Math.max(0, edges.length - 1);
  const n = column.values.length;
  /** Bin of each row; binCount = no data. */
  const codes = new Uint8Array(n);
  /** Rows by bin, and in the last entry those without data. */
  const counts = new Uint32Array(bins + 1);
  binRows(column.values, column.validity, n, edges, bins, codes, counts);
  return { column, edges, binCount: bins, codes, counts };
}

/** Equal widths over the column's own range, rounded to float32; one bin without width, none without data. */
function numericEdges({ min, max }: MetricColumn, binCount: number): Float32Array {
  if (min === undefined || max === undefined) return new Float32Array(0);
  if (min === max) return Float32Array.of(min, max);
  const edges = new Float32Array(binCount + 1);
  for (let i = 0; i < binCount; i++) edges[i] = min + ((max - min) * i) / binCount;
  edges[binCount] = max;
  return edges;
}

/** Whole numbers, so that label i is bin i. */
function categoryEdges({ metric }: MetricColumn): Float32Array {
  return Float32Array.from({ length: metric.categories.length + 1 }, (_, i) => i);
}
