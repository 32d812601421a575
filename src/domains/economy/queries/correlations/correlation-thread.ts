import { extname } from "node:path";
import { heavyThreads } from "../../../../engine/heavy-threads.ts";
import type { LagAnswer } from "../../../../engine/statistics/lag-correlations.ts";
import type { HeavyWork } from "../../../../engine/view.ts";
import { TerraceError } from "../../../../runtime/errors.ts";
import type { CorrelationTask } from "./correlation-worker.ts";
import {
  type CorrelationEncoder,
  type CorrelationRunner,
  type EncodedPlan,
  encodeInThisThread,
  planCost,
  planSteps,
  runInThisThread,
} from "./perform-plan.ts";

/** Plans below this many steps take under 0.2 ms, which is little more than the way to another thread and back. */
const STEPS_WORTH_A_THREAD = 50_000;

export interface CorrelationThreadOptions {
  /** Plans that may wait for the thread before more are refused. */
  readonly maxWaiting: number;
  readonly stepsWorthAThread?: number;
  /** Gives the thread; one of its own unless given. */
  readonly thread?: HeavyWork["thread"];
}

export interface CorrelationThread {
  readonly run: CorrelationRunner;
  readonly encode: CorrelationEncoder;
  /** Whether the thread was needed so far. */
  readonly isStarted: boolean;
  /** Resolves when plans in progress have ended and the thread is gone. */
  close(): Promise<void>;
}

/** A thread for heavy plans; light ones are performed at once by the caller. */
export function correlationThread(options: CorrelationThreadOptions): CorrelationThread {
  const least = options.stepsWorthAThread ?? STEPS_WORTH_A_THREAD;
  const heavyThread = options.thread ?? heavyThreads(options.maxWaiting).thread;
  const thread = heavyThread<CorrelationTask | EncodedPlan, LagAnswer | Uint8Array>({
    file: new URL(`./correlation-worker${extname(import.meta.filename)}`, import.meta.url),
    name: "correlation",
  });
  let isClosed = false;
  return {
    run: async (series, plan, signal, time) => {
      if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
      if (planSteps(series, plan) < least) return runInThisThread(series, plan);
      const cost = planCost(series, plan);
      return (await thread.perform({ series, plan }, signal, { cost, time })) as LagAnswer;
    },
    encode: async (task, signal, time) => {
      if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
      if (planSteps(task.series, task.plan) < least) return encodeInThisThread(task);
      const cost = planCost(task.series, task.plan);
      return (await thread.perform(task, signal, { cost, time })) as Uint8Array;
    },
    get isStarted() {
      return thread.isStarted;
    },
    close: () => {
      isClosed = true;
      return thread.close();
    },
  };
}
