import { MessagePort, type Worker } from "node:worker_threads";
import { untilAborted } from "./abort.ts";
import { TerraceError } from "./errors.ts";
import { type CallTime, CostQueue } from "./threads/cost-queue.ts";
import { startThread } from "./threads/start-thread.ts";

export interface WorkerThreadOptions {
  /** The worker's file: it answers every message with one message. */
  readonly file: URL;
  /** What it is, for errors. */
  readonly name: string;
  /** Tasks that may wait for the thread before more are refused. */
  readonly maxWaiting: number;
  /** What the worker is given when it starts. */
  readonly workerData?: () => unknown;
  readonly execArgv?: readonly string[];
  /** Room for objects that die young; 12 unless given: most tasks are short and come one at a time. */
  readonly youngGenerationMb?: number;
  /** Whether threads that answer callers go before it, as they do unless set otherwise. */
  readonly givesWay?: boolean;
}

/** What a task is expected to take, and how long its caller waits. */
export interface TaskEstimate {
  /** About how many nanoseconds. */
  readonly cost: number;
  readonly time?: CallTime | undefined;
}

/** Tasks of which nothing is known are served in the order they come. */
const UNKNOWN: TaskEstimate = { cost: 1 };

/**
 * A thread for heavy tasks, one at a time, short ones before long ones. Not piscina, which owns the filter threads: there a
 * task whose caller has gone can only be ended with its thread, which would lose what the thread has loaded.
 */
export interface WorkerThread<Task, Answer> {
  perform(task: Task, signal?: AbortSignal, estimate?: TaskEstimate): Promise<Answer>;
  /** Whether the thread is up. */
  readonly isStarted: boolean;
  /** Resolves when tasks in progress have ended and the thread is gone; its user and its snapshot may both ask. */
  close(): Promise<void>;
  /** Ends the thread whatever it does; tasks in progress fail. */
  terminate(): Promise<void>;
}

/** The one place of the pool: a thread that starts with its first task and is replaced after a failure. */
interface Seat {
  worker: Worker | undefined;
}

export function workerThread<Task, Answer>(options: WorkerThreadOptions): WorkerThread<Task, Answer> {
  const seat: Seat = { worker: undefined };
  let isEnded = false;
  let closing: Promise<void> | undefined;
  const queue = new CostQueue(options.maxWaiting);
  return {
    perform: async (task, signal, { cost, time } = UNKNOWN) => {
      await queue.enter({ cost, signal, time });
      if (isEnded) {
        queue.leave();
        throw new TerraceError("unavailable", `the ${options.name} thread ended`);
      }
      // The first task waits for the start of its thread, which takes many times what tasks take.
      const isTypical = seat.worker !== undefined;
      // A task cannot be stopped half-way: the seat is free when it ends, though its caller may be gone.
      const answer = ask<Answer>(seat, options, task).finally(() => queue.leave(isTypical));
      return untilAborted(answer, signal);
    },
    get isStarted() {
      return seat.worker !== undefined;
    },
    close: () => {
      closing ??= queue.idle().then(async () => {
        await seat.worker?.terminate();
        seat.worker = undefined;
      });
      return closing;
    },
    terminate: async () => {
      isEnded = true;
      await seat.worker?.terminate();
      seat.worker = undefined;
    },
  };
}

/** The ports among the parts of a task: they are handed over with it. */
export function portsOf(task: unknown): MessagePort[] {
  return typeof task === "object" && task !== null
    ? Object.values(task).filter((part) => part instanceof MessagePort)
    : [];
}

async function ask<Answer>(seat: Seat, options: WorkerThreadOptions, task: unknown): Promise<Answer> {
  const { name } = options;
  seat.worker ??= startWorker(seat, options);
  const { worker } = seat;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onError = (cause: unknown) =>
    reject(new TerraceError("internal", `the ${name} thread failed`, { cause }));
  // Follows an error, which then has been told already; alone it is a thread that something else ended.
  const onExit = () => reject(new TerraceError("unavailable", `the ${name} thread ended; try again`));
  // The process stays alive for a task in progress, and only for that.
  worker.ref();
  worker.once("message", resolve).once("error", onError).once("exit", onExit);
  worker.postMessage(task, portsOf(task));
  return promise.finally(() => {
    worker.off("message", resolve).off("error", onError).off("exit", onExit);
    worker.unref();
  });
}

function startWorker(
  seat: Seat,
  { file, workerData, execArgv, youngGenerationMb = 12, givesWay = true }: WorkerThreadOptions,
): Worker {
  const worker = startThread(file, {
    workerData: workerData?.(),
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    givesWay,
    ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
  });
  // A thread may also fail between two tasks: the next one then has a new thread.
  const leave = () => {
    if (seat.worker === worker) seat.worker = undefined;
  };
  return worker.on("error", leave).on("exit", leave);
}
