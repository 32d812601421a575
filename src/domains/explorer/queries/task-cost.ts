import { categoryRanges, type Expression } from "../../../engine/expressions/expression.ts";
import { METRICS } from "../../suburbs/metrics/metric-registry.ts";
import type { ExplorerTask } from "./explorer-jobs.ts";

// Time a row in nanoseconds, measured over 15,300 suburbs and rounded up.
const RANGE_STEPS = 0.5;
const NAME_STEPS = 12;
const HISTOGRAM_STEPS = 3;
const COMBINED_METRIC_STEPS = 10;
const DESCRIBED_METRIC_STEPS = 30;

/** About how many nanoseconds a task takes in a scope of n suburbs. */
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
