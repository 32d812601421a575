import { extname } from "node:path";
import { heavyTasks } from "../../../../engine/heavy-tasks.ts";
import type { LagAnswer } from "../../../../engine/statistics/lag-correlations.ts";
import type { HeavyWork } from "../../../../engine/view.ts";
import { type CorrelationTask, performPlan, planCost } from "./perform-plan.ts";

/** Performs plans; heavy ones in a thread, where there may be one. */
export function correlationTasks(heavyThread: HeavyWork["thread"] | undefined, leastCost?: number) {
  return heavyTasks<CorrelationTask, LagAnswer | Uint8Array>({
    thread: heavyThread?.({
      file: new URL(`./correlation-worker${extname(import.meta.filename)}`, import.meta.url),
      name: "correlation",
    }),
    ...{ perform: performPlan, costOf: planCost, leastCost },
  });
}

export type CorrelationTasks = ReturnType<typeof correlationTasks>["perform"];
