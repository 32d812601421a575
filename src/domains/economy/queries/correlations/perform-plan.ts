import { extname } from "node:path";
import { create } from "@bufbuild/protobuf";
import { heavyTasks } from "../../../../engine/heavy-tasks.ts";
import {
  correlateLags,
  type LagAnswer,
  type LagPlan,
} from "../../../../engine/statistics/lag-correlations.ts";
import { pickedMatrix, type SeriesMatrix } from "../../../../engine/statistics/series-matrix.ts";
import type { HeavyWork } from "../../../../engine/view.ts";
import { CorrelateSeriesResponseSchema } from "../../../../gen/terrace/v1/explorer_pb.ts";
import { encodeForm } from "../../../../rpc/encoding/encoded-message.ts";
import { timestampOfDay } from "../../../../rpc/encoding/timestamps.ts";
import type { AnswerForm } from "../../../../rpc/unary-method.ts";
import type { PlannedCorrelations, PlannedSeries } from "./correlate-series.ts";

/** A plan and its series, which are in shared memory. */
interface BarePlan {
  readonly series: PlannedSeries;
  readonly plan: LagPlan;
}

/** A plan whose result is the encoded response. */
interface EncodedPlan extends PlannedCorrelations {
  readonly form: AnswerForm;
}

type CorrelationTask = BarePlan | EncodedPlan;

/** Runs in the worker thread, or in the caller's for a cheap task. */
export function performPlan(task: CorrelationTask): LagAnswer | Uint8Array {
  const answer = correlateLags(matrixOf(task.series), task.plan);
  return "form" in task ? encodedAnswer(answer, task) : answer;
}

/** The matrix that the series numbers of the plan index. */
function matrixOf(series: PlannedSeries): SeriesMatrix {
  if (!("picked" in series)) return series;
  const levels = pickedMatrix(series.picked);
  return series.transform === "levels" ? levels : yearOnYear(levels);
}

// Nanoseconds: per month written into a plan's own matrix; per month read, for a single lag or for each of
// several; per lag of a pair; per lag in the response.
const WRITTEN_MONTH = 8;
const ONLY_LAG_MONTH = 10;
const MONTH = 3;
const LAG = 100;
const ANSWERED_LAG = 1500;

/** Estimated nanoseconds of a plan, with encoding. */
function planCost({ series, plan }: BarePlan): number {
  const lags = plan.maxLagMonths - plan.minLagMonths + 1;
  const pairs = plan.bases.length * plan.overlays.length;
  const ofLag = plan.windowMonths * (lags === 1 ? ONLY_LAG_MONTH : MONTH) + LAG;
  const answered = Math.min(plan.limit, pairs) * (lags + 1);
  return monthsMade(series) * WRITTEN_MONTH + pairs * lags * ofLag + answered * ANSWERED_LAG;
}

/** Estimated months written to build the matrix; 0 for a cached one. */
function monthsMade(series: PlannedSeries): number {
  if (!("picked" in series)) return 0;
  const matrices = new Set(series.picked.map(({ matrix }) => matrix));
  return series.picked.length * Math.max(0, ...Array.from(matrices, ({ monthCount }) => monthCount));
}

/** Pairs with their keys and confidence interval: |r| descending, then base key, then overlay key. */
function encodedAnswer({ rows, totalCount }: LagAnswer, { plan, seriesKeys, notKnown, form }: EncodedPlan) {
  const message = create(CorrelateSeriesResponseSchema, {
    correlations: rows.map(({ base, overlay, r, n, bestLagMonths, lags, lastPeriod }) => {
      const [ciLow, ciHigh] = fisherInterval(r, n);
      return {
        baseSeriesKey: seriesKeys.get(base)!,
        overlaySeriesKey: seriesKeys.get(overlay)!,
        r,
        n,
        bestLagMonths,
        ciLow,
        ciHigh,
        lags: lags.map((lag) => ({
          lagMonths: lag.lagMonths,
          n: lag.n,
          ...(lag.r !== undefined && { r: lag.r }),
        })),
        lastPeriod: timestampOfDay(lastPeriod),
      };
    }),
    totalCount,
    appliedLimit: plan.limit,
    notKnown: [...notKnown],
  });
  return encodeForm(CorrelateSeriesResponseSchema, message, form);
}

/** Two-sided 95 % quantile of the normal distribution. */
const Z_95 = 1.959964;

/** The 95 % confidence interval of a Pearson coefficient of n > 3 pairs; both ends equal r when |r| is 1. */
export function fisherInterval(r: number, n: number): readonly [low: number, high: number] {
  if (Math.abs(r) === 1) return [r, r];
  const centre = Math.atanh(r);
  const reach = Z_95 / Math.sqrt(n - 3);
  return [Math.tanh(centre - reach), Math.tanh(centre + reach)];
}

/** Change over 12 months, in percent of the earlier value's size; NaN if that is missing or 0. */
export function yearOnYear(levels: SeriesMatrix): SeriesMatrix {
  const { seriesCount, monthCount, values } = levels;
  const changes = new Float64Array(new SharedArrayBuffer(values.byteLength)).fill(NaN);
  const lastMonths = new Int32Array(new SharedArrayBuffer(levels.lastMonths.byteLength)).fill(-1);
  for (let series = 0; series < seriesCount; series++) {
    const row = series * monthCount;
    for (let month = 12; month < monthCount; month++) {
      const earlier = values[row + month - 12];
      const change = (100 * (values[row + month] - earlier)) / Math.abs(earlier);
      if (!Number.isFinite(change)) continue;
      changes[row + month] = change;
      lastMonths[series] = month;
    }
  }
  return { ...levels, values: changes, lastMonths };
}

/**
 * Runs plans. Heavy ones run in a worker even where other heavy tasks do not: the largest plan takes hundreds
 * of milliseconds, during which the event loop would be blocked.
 */
export function correlationTasks(heavyThread: HeavyWork["thread"], leastCost?: number) {
  return heavyTasks<CorrelationTask, LagAnswer | Uint8Array>({
    thread: heavyThread({
      file: new URL(`./correlation-worker${extname(import.meta.filename)}`, import.meta.url),
      name: "correlation",
    }),
    perform: performPlan,
    costOf: planCost,
    leastCost,
  });
}

export type CorrelationTasks = ReturnType<typeof correlationTasks>["perform"];
