import { create } from "@bufbuild/protobuf";
import {
  correlateLags,
  type LagAnswer,
  type LagPlan,
} from "../../../../engine/statistics/lag-correlations.ts";
import { CorrelateSeriesResponseSchema } from "../../../../gen/terrace/v1/explorer_pb.ts";
import { encodeForm } from "../../../../rpc/encoding/encoded-message.ts";
import { timestampOfDay } from "../../../../rpc/encoding/timestamps.ts";
import type { AnswerForm } from "../../../../rpc/unary-method.ts";
import type { CallTime } from "../../../../runtime/threads/cost-queue.ts";
import type { SeriesNotKnown } from "../series-data.ts";
import type { PlannedCorrelations } from "./correlate-series.ts";
import { type CorrelateSeriesAnswer, namedCorrelations } from "./named-correlations.ts";
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

/** A plan with all that its answer needs, as it travels to a thread. */
export interface EncodedPlan extends PlannedCorrelations {
  readonly form: AnswerForm;
}

/** The bytes of the answer to a plan, made in the thread that performs it. */
export function encodeCorrelations({
  series,
  plan,
  seriesKeys,
  notKnown,
  form,
}: EncodedPlan): Uint8Array<ArrayBuffer> {
  const answer = namedCorrelations(
    correlateLags(matrixOf(series), plan),
    (number) => seriesKeys.get(number)!,
  );
  return encodeForm(
    CorrelateSeriesResponseSchema,
    correlateSeriesMessage(answer, plan.limit, notKnown),
    form,
  );
}

export function correlateSeriesMessage(
  answer: CorrelateSeriesAnswer,
  appliedLimit: number,
  notKnown: readonly SeriesNotKnown[],
) {
  return create(CorrelateSeriesResponseSchema, {
    correlations: answer.correlations.map(({ lags, lastPeriod, ...pair }) => ({
      ...pair,
      lags: lags.map(({ lagMonths, n, r }) => (r === undefined ? { lagMonths, n } : { lagMonths, n, r })),
      lastPeriod: timestampOfDay(lastPeriod),
    })),
    totalCount: answer.totalCount,
    appliedLimit,
    notKnown: [...notKnown],
  });
}
