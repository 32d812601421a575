import {
  correlateLags,
  type LagAnswer,
  type LagPlan,
} from "../../../../engine/statistics/lag-correlations.ts";
import type { CallTime } from "../../../../runtime/threads/cost-queue.ts";
import { matrixOf, monthsMade, type PlannedSeries } from "./planned-series.ts";

/** Performs a plan, here or in another thread. Matrices are in shared memory. */
export type CorrelationRunner = (
  series: PlannedSeries,
  plan: LagPlan,
  signal?: AbortSignal,
  time?: CallTime,
) => Promise<LagAnswer>;

export const runInThisThread: CorrelationRunner = async (series, plan) =>
  correlateLags(matrixOf(series), plan);

/** A month that is written into a plan's own matrix takes as long as so many that are read. */
const STEPS_TO_WRITE = 4;

/** Months that a plan reads at most, over all pairs and lags; those that are written for it first count as more. */
export function planSteps(series: PlannedSeries, plan: LagPlan): number {
  const lags = plan.maxLagMonths - plan.minLagMonths + 1;
  return (
    monthsMade(series) * STEPS_TO_WRITE + plan.bases.length * plan.overlays.length * lags * plan.windowMonths
  );
}
