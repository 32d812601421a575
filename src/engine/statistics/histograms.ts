import { histogram } from "../kernels/histogram.ts";
import type { BinnedColumn } from "./binned-column.ts";

/** A histogram that is wanted: a metric by its position in the registry, and bins if it is numeric. */
export interface HistogramQuery {
  readonly metric: number;
  readonly binCount: number;
}

/** Counts of one metric over the matches and over the scope, in the same bins. */
export type HistogramAnswer = ReturnType<typeof metricHistogram>;

/** The histogram of one metric; `words` are the matches among the column's rows. */
export function metricHistogram(metric: number, binned: BinnedColumn, words: Uint32Array) {
  const { column, edges, binCount, codes, counts } = binned;
  const isNumeric = column.metric.kind === "numeric";
  const matched = new Uint32Array(binCount + 1);
  const extent = new Float32Array(2);
  histogram(codes, column.values, words, column.values.length, binCount, matched, extent);
  const hasExtent = isNumeric && extent[0] <= extent[1];
  return {
    metric,
    /** One more than there are bins, the first is the scope's min and the last its max; empty for categories. */
    edges: isNumeric ? edges : new Float32Array(0),
    matched: matched.subarray(0, binCount),
    all: counts.subarray(0, binCount),
    matchedNulls: matched[binCount],
    allNulls: counts[binCount],
    /** Extent of the matches; undefined for categories and when no match has data. */
    matchedMin: hasExtent ? extent[0] : undefined,
    matchedMax: hasExtent ? extent[1] : undefined,
  };
}
