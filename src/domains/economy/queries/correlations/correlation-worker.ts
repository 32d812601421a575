import { parentPort } from "node:worker_threads";
import { correlateLags, type LagPlan } from "../../../../engine/statistics/lag-correlations.ts";
import type { SeriesMatrix } from "../../../../engine/statistics/series-matrix.ts";

/** What the thread is asked: a matrix in shared memory, and what to do with it. */
export interface CorrelationTask {
  readonly matrix: SeriesMatrix;
  readonly plan: LagPlan;
}

parentPort?.on("message", ({ matrix, plan }: CorrelationTask) => {
  parentPort?.postMessage(correlateLags(matrix, plan));
});
