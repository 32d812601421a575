import { categoryRanges, type Expression } from "../../../engine/expressions/expression.ts";
import { METRICS } from "../../suburbs/metrics/metric-registry.ts";
import type { ExplorerTask } from "./explorer.ts";

// Nanoseconds per row, measured over 15,300 suburbs and rounded up.
const RANGE_STEPS = 0.5;
const NAME_STEPS = 12;
const HISTOGRAM_STEPS = 3;
const COMBINED_METRIC_STEPS = 10;
const DESCRIBED_METRIC_STEPS = 30;
const SET_STEPS = 200;
const MIN_SET_COST = 1_000_000;

/** Estimated nanoseconds of a task over n suburbs. */
export function taskCost(task: ExplorerTask, n: number): number {
  switch (task.kind) {
    case "describe":
      return n * METRICS.length * DESCRIBED_METRIC_STEPS;
    case "explore":
      return n * (expressionSteps(task.job.filter) + task.job.histograms.length * HISTOGRAM_STEPS);
    case "rank":
      return n * (expressionSteps(task.job.filter) + task.job.weights.length * COMBINED_METRIC_STEPS);
    case "similar":
      return n * (expressionSteps(task.job.filter) + task.job.metrics.length * COMBINED_METRIC_STEPS);
    // Tasks on sets read listings, whose number is unknown here; the minimum sends them to the thread.
    default:
      return MIN_SET_COST + n * SET_STEPS;
  }
}

// Nanoseconds to build and encode one element of the answer.
const ROW_STEPS = 2500;
const METRIC_OF_ROW_STEPS = 2500;
const BIN_STEPS = 250;

/** Estimated nanoseconds to encode an answer. */
export function encodingCost(task: ExplorerTask): number {
  switch (task.kind) {
    case "explore":
      return task.job.histograms.reduce((steps, { binCount }) => steps + binCount * BIN_STEPS, 0);
    case "rank":
      return task.job.k * (ROW_STEPS + task.job.weights.length * METRIC_OF_ROW_STEPS);
    case "similar":
      return task.job.k * (ROW_STEPS + task.job.metrics.length * METRIC_OF_ROW_STEPS);
    default:
      return 0;
  }
}

function expressionSteps(expression: Expression): number {
  switch (expression.kind) {
    case "and":
    case "or":
      return expression.children.reduce((steps, child) => steps + expressionSteps(child), 0);
    case "not":
      return expressionSteps(expression.child);
    case "name":
      return NAME_STEPS;
    case "category":
      return RANGE_STEPS * categoryRanges(expression.metric, expression.indexes).length;
    default:
      return RANGE_STEPS;
  }
}
