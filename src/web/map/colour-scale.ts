import type { LocalFrame } from "terrace/client";
import type { Metric } from "../data/country.ts";
import type { Palette } from "./palettes.ts";

export const SCALES = ["quantile", "linear", "log"] as const;
export type ScaleKind = (typeof SCALES)[number];

interface Step {
  readonly colour: string;
  /** Numeric: lower bound; `to` is the upper bound. */
  readonly from: number;
  readonly to: number;
  /** Categorical: category name after a letter, which identifies it without colour. */
  readonly label: string;
}

export interface ColourScale {
  readonly kind: ScaleKind | "category";
  readonly steps: readonly Step[];
  /** Step of each suburb by position; NO_STEP without data. */
  readonly stepOf: Uint8Array;
}

export const NO_STEP = 255;
const STEPS = 7;

/** Scales that a metric supports: none for categories, log only for positive values. */
export function scalesFor(metric: Metric | undefined): readonly ScaleKind[] {
  if (metric === undefined || metric.categoryLabels.length > 0) return [];
  return (metric.min ?? 0) > 0 ? SCALES : SCALES.slice(0, 2);
}

export function colourScale(
  frame: LocalFrame,
  metric: Metric,
  wanted: ScaleKind,
  colours: Palette,
): ColourScale {
  return metric.categoryLabels.length > 0
    ? categoryScale(frame, metric, colours)
    : numericScale(frame, metric, scalesFor(metric).includes(wanted) ? wanted : "quantile", colours);
}

/** One step for each of the seven commonest categories; with more, six and one for all others. */
function categoryScale(frame: LocalFrame, metric: Metric, colours: Palette): ColourScale {
  const byCount = metric.categoryLabels
    .map((label, index) => ({ label, index, count: metric.categoryCounts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.index - b.index);
  const shown = byCount.length <= STEPS ? byCount : byCount.slice(0, STEPS - 1);
  const rest = byCount.slice(shown.length);
  const steps = shown.map(({ label, index }, i) => ({
    colour: colours.categories[i],
    from: index,
    to: index,
    label: `${String.fromCharCode(65 + i)} ${label}`,
  }));
  if (rest.length > 0) {
    const label = `${String.fromCharCode(65 + steps.length)} Other (${rest.length})`;
    steps.push({ colour: colours.categories[steps.length], from: -1, to: -1, label });
  }
  const stepByIndex = new Map(shown.map(({ index }, i) => [index, i]));
  const column = frame.column(metric.key);
  const stepOf = Uint8Array.from(column.values, (value, i) =>
    column.nulls.has(i) ? NO_STEP : (stepByIndex.get(value) ?? shown.length),
  );
  return { kind: "category", steps, stepOf };
}

function numericScale(frame: LocalFrame, metric: Metric, kind: ScaleKind, colours: Palette): ColourScale {
  const column = frame.column(metric.key);
  const edges = kind === "quantile" ? quantileEdges(frame, metric) : evenEdges(metric, kind);
  const steps = edges.slice(0, -1).map((from, i) => ({
    colour: colours.sequence[edges.length === 2 ? 3 : Math.round((i * (STEPS - 1)) / (edges.length - 2))],
    from,
    to: edges[i + 1],
    label: "",
  }));
  const stepOf = Uint8Array.from(column.values, (value, i) => {
    if (column.nulls.has(i)) return NO_STEP;
    let step = 0;
    while (step + 1 < steps.length && value >= edges[step + 1]) step++;
    return step;
  });
  return { kind, steps, stepOf };
}

/** Edges between equal numbers of suburbs; fewer if many suburbs share a value. */
function quantileEdges(frame: LocalFrame, metric: Metric): number[] {
  const { rows, count } = frame.order(metric.key);
  if (count === 0) return [];
  const { values } = frame.column(metric.key);
  const edges = Array.from({ length: STEPS }, (_, i) => values[rows[Math.floor((i * count) / STEPS)]]);
  return [...new Set(edges), values[rows[count - 1]]];
}

function evenEdges({ min = 0, max = 0 }: Metric, kind: ScaleKind): number[] {
  if (min === max) return [min, max];
  const at = (i: number) =>
    kind === "log" ? min * (max / min) ** (i / STEPS) : min + ((max - min) * i) / STEPS;
  return Array.from({ length: STEPS + 1 }, (_, i) => (i === STEPS ? max : at(i)));
}
