import { histogram } from "../kernels/histogram.ts";
import type { BinnedColumn } from "./binned-column.ts";

/** A metric by its registry position; `binCount` is for numeric ones. */
export interface HistogramQuery {
  readonly metric: number;
  readonly binCount: number;
}

/** Counts of one metric over the matches and over the scope, in the same bins. */
export type HistogramAnswer = ReturnType<typeof metricHistogram>;

/** `words` is the mask of the matches. */
export function metricHistogram(metric: number, binned: BinnedColumn, words: Uint32Array) {
  const { column, edges, binCount, codes, counts } = binned;
  const isNumeric = column.metric.kind === "numeric";
  const matched = new Uint32Array(binCount + 1);
  const extent = new Float32Array(2);
  histogram(codes, column.values, words, column.values.length, binCount, matched, extent);
  const hasExtent = isNumeric && extent[0] <= extent[1];
  return {
    metric,
    /** Bin count + 1 edges from the scope's min to its max; empty for categories. */
    edges: isNumeric ? edges : new Float32Array(0),
    matched: matched.subarray(0, binCount),
    all: counts.subarray(0, binCount),
    matchedNulls: matched[binCount],
    allNulls: counts[binCount],
    /** Range of the matches; undefined for categories and if no match has data. */
    matchedMin: hasExtent ? extent[0] : undefined,
    matchedMax: hasExtent ? extent[1] : undefined,
  };
}
