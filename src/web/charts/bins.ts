import type { LocalFrame } from "terrace/client";
import { cachedBy, type Metric } from "../data/country.ts";

/** Bins of a metric's histogram: equally wide on the screen, not always in values. */
export type Bins = ReturnType<typeof makeBins>;

const MAX_BINS = 48;
/** With a maximum above this many times the median, equal bins would put most suburbs into one. */
const SKEWED = 12;

/** Returns the bins of a metric, cached by frame. */
export function binsOf(frame: LocalFrame, metric: Metric): Bins {
  return cachedBy(frame, `bins ${metric.key}`, () => makeBins(frame, metric));
}

function makeBins(frame: LocalFrame, metric: Metric) {
  const { key, categoryLabels, min = 0, max = 0, quantiles } = metric;
  const column = frame.column(key);
  const isWhole = categoryLabels.length > 0 || column.values.every((value) => Number.isInteger(value));
  const edges =
    categoryLabels.length > 0
      ? Float32Array.from({ length: categoryLabels.length + 1 }, (_, i) => i)
      : min === max
        ? Float32Array.of(min, max)
        : min >= 0 && max > SKEWED * Math.max(quantiles?.p50 ?? 0, 1e-9) && max > 20
          ? skewedEdges(min, max, quantiles?.p50 ?? 0, isWhole)
          : isWhole
            ? wholeEdges(min, max)
            : evenEdges(min, max);
  // codes: bin index of each suburb; the number of bins where there is no data.
  const { codes } = frame.binRows(key, edges);
  return { key, edges, codes, isWhole };
}

function evenEdges(min: number, max: number): Float32Array {
  return Float32Array.from({ length: MAX_BINS + 1 }, (_, i) =>
    i === MAX_BINS ? max : min + ((max - min) * i) / MAX_BINS,
  );
}

/** Edges of bins that all hold the same number of integers, so that counts are comparable. */
function wholeEdges(min: number, max: number): Float32Array {
  const width = Math.max(1, Math.ceil((max - min + 1) / MAX_BINS));
  const count = Math.ceil((max - min + 1) / width);
  return Float32Array.from({ length: count + 1 }, (_, i) => min + i * width);
}

/** Logarithmic edges: as much room for the many small values as for the few large ones. */
function skewedEdges(min: number, max: number, median: number, isWhole: boolean): Float32Array {
  const unit = Math.max(median / 3, (max - min) / 20_000, isWhole ? 1 : 0);
  const top = Math.log1p((max - min) / unit);
  const edges = Array.from({ length: MAX_BINS + 1 }, (_, i) => {
    const exact = i === MAX_BINS ? max : min + unit * Math.expm1((top * i) / MAX_BINS);
    return isWhole ? Math.round(exact) : exact;
  });
  return Float32Array.from(new Set(edges));
}

/** Counts the suburbs of a mask by bin; the last element counts those without data. */
export function countBins({ codes, edges }: Bins, words: Uint32Array): Uint32Array {
  const counts = new Uint32Array(Math.max(1, edges.length));
  for (let at = 0; at < words.length; at++) {
    let left = words[at];
    const start = at << 5;
    while (left !== 0) {
      counts[codes[start + 31 - Math.clz32(left & -left)]]++;
      left &= left - 1;
    }
  }
  return counts;
}

/** countBins, cached by mask: for masks that seldom change, such as the scope's. */
export function keptBinCounts(bins: Bins, words: Uint32Array): Uint32Array {
  return cachedBy(words, bins.key, () => countBins(bins, words));
}

/** Position of a value along the bins, from 0 to their number, fractional within a bin. */
export function placeOfValue({ edges }: Bins, value: number): number {
  const last = edges.length - 1;
  if (value <= edges[0]) return 0;
  if (value >= edges[last]) return last;
  const bin = edges.findLastIndex((edge) => edge <= value);
  return bin + (value - edges[bin]) / (edges[bin + 1] - edges[bin]);
}

/** Value at a position along the bins; an integer if the metric is whole. */
export function valueAtPlace({ edges, isWhole }: Bins, place: number): number {
  const last = edges.length - 1;
  const bin = Math.min(last - 1, Math.max(0, Math.floor(place)));
  const value = edges[bin] + (edges[bin + 1] - edges[bin]) * Math.min(1, Math.max(0, place - bin));
  return isWhole ? Math.round(value) : tidy(value, edges[last] - edges[0]);
}

/** Rounds to the digits that a pointer can resolve on a range this wide: about 1/200 of it. */
function tidy(value: number, span: number): number {
  const step = 10 ** Math.floor(Math.log10(span / 200));
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Number((Math.round(value / step) * step).toFixed(digits));
}
