import type { LagPlan } from "../../../../engine/statistics/lag-correlations.ts";
import type { CallTime } from "../../../../runtime/threads/cost-queue.ts";
import { type EncodedPlan, encodeCorrelations } from "../../encode-correlations.ts";
import { planSteps } from "./correlation-runner.ts";
import type { PlannedSeries } from "./planned-series.ts";

/** Performs a plan and encodes its answer, here or in another thread. */
export type CorrelationEncoder = (
  plan: EncodedPlan,
  signal?: AbortSignal,
  time?: CallTime,
) => Promise<Uint8Array>;

export const encodeInThisThread: CorrelationEncoder = async (plan) => encodeCorrelations(plan);

// Nanoseconds of a month that is read, and of a lag of a pair that is answered.
const MONTH_STEPS = 2;
const LAG_STEPS = 1500;

/** About how many nanoseconds a plan takes, its answer encoded. */
export function planCost(series: PlannedSeries, plan: LagPlan): number {
  const lags = plan.maxLagMonths - plan.minLagMonths + 2;
  const pairs = Math.min(plan.limit, plan.bases.length * plan.overlays.length);
  return planSteps(series, plan) * MONTH_STEPS + pairs * lags * LAG_STEPS;
}
