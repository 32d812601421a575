import { parentPort } from "node:worker_threads";
import { correlateLags, type LagPlan } from "../../../../engine/statistics/lag-correlations.ts";
import type { SeriesMatrix } from "../../../../engine/statistics/series-matrix.ts";
import { type EncodedPlan, encodeCorrelations } from "../../encode-correlations.ts";

/** What the thread is asked: a matrix in shared memory, and what to do with it. */
export interface CorrelationTask {
  readonly matrix: SeriesMatrix;
  readonly plan: LagPlan;
}

parentPort?.on("message", (task: CorrelationTask | EncodedPlan) => {
  if (!("form" in task)) {
    parentPort?.postMessage(correlateLags(task.matrix, task.plan));
    return;
  }
  const bytes = encodeCorrelations(task);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
