import { extname } from "node:path";
import type { LagAnswer } from "../../../../engine/statistics/lag-correlations.ts";
import { TerraceError } from "../../../../runtime/errors.ts";
import { workerThread } from "../../../../runtime/worker-thread.ts";
import { type CorrelationRunner, planSteps, runInThisThread } from "./correlation-runner.ts";
import type { CorrelationTask } from "./correlation-worker.ts";

/** Plans below this many steps take under 0.2 ms, which is little more than the way to another thread and back. */
const STEPS_WORTH_A_THREAD = 50_000;

export interface CorrelationThreadOptions {
  /** Plans that may wait for the thread before further ones are refused. */
  readonly maxWaiting: number;
  readonly stepsWorthAThread?: number;
}

export interface CorrelationThread {
  readonly run: CorrelationRunner;
  /** Whether the thread was needed so far. */
  readonly isStarted: boolean;
  /** Resolves when plans under way have ended and the thread is gone. */
  close(): Promise<void>;
}

/** A thread for heavy plans; light ones are performed at once by the caller. */
export function correlationThread(options: CorrelationThreadOptions): CorrelationThread {
  const least = options.stepsWorthAThread ?? STEPS_WORTH_A_THREAD;
  const thread = workerThread<CorrelationTask, LagAnswer>({
    file: new URL(`./correlation-worker${extname(import.meta.filename)}`, import.meta.url),
    name: "correlation",
    maxWaiting: options.maxWaiting,
  });
  let isClosed = false;
  return {
    run: async (matrix, plan, signal) => {
      if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
      if (planSteps(plan) < least) return runInThisThread(matrix, plan);
      return thread.perform({ matrix, plan }, signal);
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
