import { parentPort } from "node:worker_threads";
import { correlateLags, type LagPlan } from "../../../../engine/statistics/lag-correlations.ts";
import { type EncodedPlan, encodeCorrelations } from "./perform-plan.ts";
import { matrixOf, type PlannedSeries } from "./planned-series.ts";

/** What the thread is asked: series in shared memory, and what to do with them. */
export interface CorrelationTask {
  readonly series: PlannedSeries;
  readonly plan: LagPlan;
}

parentPort?.on("message", (task: CorrelationTask | EncodedPlan) => {
  if (!("form" in task)) {
    parentPort?.postMessage(correlateLags(matrixOf(task.series), task.plan));
    return;
  }
  const bytes = encodeCorrelations(task);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
