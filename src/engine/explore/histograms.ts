import type { MetricColumn, SuburbScope } from "../columns/column.ts";
import { histogram } from "../kernels/histogram.ts";

/** A histogram that is wanted: a metric by its position in the registry, and bins if it is numeric. */
export interface HistogramQuery {
  readonly metric: number;
  readonly binCount: number;
}

/** Counts of one metric over the matches and over the scope, in the same bins. */
export interface HistogramAnswer {
  readonly metric: number;
  /** One more than there are bins, the first is the scope's min and the last its max; empty for categories. */
  readonly edges: Float32Array;
  readonly matched: Uint32Array;
  readonly all: Uint32Array;
  readonly matchedNulls: number;
  readonly allNulls: number;
  /** Extent of the matches; undefined for categories and when no match has data. */
  readonly matchedMin: number | undefined;
  readonly matchedMax: number | undefined;
}

/** The histogram of one metric; `words` are the matches among the scope's rows. */
export function metricHistogram(
  scope: SuburbScope,
  words: Uint32Array,
  { metric, binCount }: HistogramQuery,
): HistogramAnswer {
  const { n } = scope.index;
  const column = scope.columns[metric];
  const isNumeric = column.metric.kind === "numeric";
  const edges = isNumeric ? numericEdges(column, binCount) : categoryEdges(column);
  const bins = Math.max(0, edges.length - 1);
  const matched = new Uint32Array(bins + 1);
  const all = new Uint32Array(bins + 1);
  const extent = new Float32Array(2);
  histogram(column.values, column.validity, words, n, edges, bins, matched, all, extent);
  const hasExtent = isNumeric && extent[0] <= extent[1];
  return {
    metric,
    edges: isNumeric ? edges : new Float32Array(0),
    matched: matched.subarray(0, bins),
    all: all.subarray(0, bins),
    matchedNulls: matched[bins],
    allNulls: all[bins],
    matchedMin: hasExtent ? extent[0] : undefined,
    matchedMax: hasExtent ? extent[1] : undefined,
  };
}

/** Equal widths over the column's own range, rounded to float32; one bin without width, none without data. */
export function numericEdges({ min, max }: MetricColumn, binCount: number): Float32Array {
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
