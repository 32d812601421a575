import { extname } from "node:path";
import { heavyTasks } from "../../../../engine/heavy-tasks.ts";
import type { LagAnswer } from "../../../../engine/statistics/lag-correlations.ts";
import type { HeavyWork } from "../../../../engine/view.ts";
import { type CorrelationTask, performPlan, planCost } from "./perform-plan.ts";

/**
 * Performs plans; heavy ones in a thread, also where the caller performs other heavy tasks: the largest plan takes hundreds
 * of milliseconds, for which nothing else would be answered.
 */
export function correlationTasks(heavyThread: HeavyWork["thread"], leastCost?: number) {
  return heavyTasks<CorrelationTask, LagAnswer | Uint8Array>({
    thread: heavyThread({
      file: new URL(`./correlation-worker${extname(import.meta.filename)}`, import.meta.url),
      name: "correlation",
    }),
    ...{ perform: performPlan, costOf: planCost, leastCost },
  });
}

export type CorrelationTasks = ReturnType<typeof correlationTasks>["perform"];
