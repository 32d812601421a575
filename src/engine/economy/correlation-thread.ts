import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { TerraceError } from "../../errors.ts";
import type { LagAnswer } from "../../model/lag-correlations.ts";
import { abortError, BoundedPool } from "../sql/connection-pool.ts";
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

/** The one place of the pool: a thread that starts with its first plan and is replaced after a failure. */
interface Seat {
  worker: Worker | undefined;
}

/** A thread for heavy plans; light ones are performed at once by the caller. */
export function correlationThread(options: CorrelationThreadOptions): CorrelationThread {
  const least = options.stepsWorthAThread ?? STEPS_WORTH_A_THREAD;
  const seat: Seat = { worker: undefined };
  const pool = new BoundedPool([seat], options.maxWaiting);
  let isClosed = false;
  return {
    run: async (matrix, plan, signal) => {
      if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
      if (planSteps(plan) < least) return runInThisThread(matrix, plan);
      await pool.acquire(signal);
      // A plan cannot be stopped half-way: the seat is free when it ends, though its caller may be gone.
      const answer = perform(seat, { matrix, plan }).finally(() => pool.release(seat));
      return untilAborted(answer, signal);
    },
    get isStarted() {
      return seat.worker !== undefined;
    },
    close: async () => {
      isClosed = true;
      await pool.idle();
      await seat.worker?.terminate();
      seat.worker = undefined;
    },
  };
}

async function perform(seat: Seat, task: CorrelationTask): Promise<LagAnswer> {
  seat.worker ??= startWorker();
  const worker = seat.worker;
  const { promise, resolve, reject } = Promise.withResolvers<LagAnswer>();
  const onFailure = (cause: unknown) => {
    seat.worker = undefined;
    reject(new TerraceError("internal", "the correlation thread ended", { cause }));
  };
  // The process stays alive for a plan under way, and only for that.
  worker.ref();
  worker.once("message", resolve).once("error", onFailure).once("exit", onFailure);
  worker.postMessage(task);
  return promise.finally(() => {
    worker.off("message", resolve).off("error", onFailure).off("exit", onFailure);
    worker.unref();
  });
}

function startWorker(): Worker {
  return new Worker(new URL(`./correlation-worker${extname(import.meta.filename)}`, import.meta.url));
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(abortError(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
