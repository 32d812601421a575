import {
  correlateLags,
  type LagAnswer,
  type LagPlan,
} from "../../../../engine/statistics/lag-correlations.ts";
import type { SeriesMatrix } from "../../../../engine/statistics/series-matrix.ts";
import type { CallTime } from "../../../../runtime/threads/cost-queue.ts";

/** Performs a plan, here or in another thread. The matrix lies in shared memory. */
export type CorrelationRunner = (
  matrix: SeriesMatrix,
  plan: LagPlan,
  signal?: AbortSignal,
  time?: CallTime,
) => Promise<LagAnswer>;

export const runInThisThread: CorrelationRunner = async (matrix, plan) => correlateLags(matrix, plan);

/** Months that a plan reads at most, over all pairs and lags. */
export function planSteps(plan: LagPlan): number {
  const lags = plan.maxLagMonths - plan.minLagMonths + 1;
  return plan.bases.length * plan.overlays.length * lags * plan.windowMonths;
}
