import { MessagePort, type Worker } from "node:worker_threads";
import { untilAborted } from "./abort.ts";
import { TerraceError } from "./errors.ts";
import { type CallTime, CostQueue } from "./threads/cost-queue.ts";
import { startThread } from "./threads/start-thread.ts";

export interface WorkerThreadOptions {
  /** The worker's module, which answers every message with one message. */
  readonly file: URL;
  readonly name: string;
  /** Most queued tasks; more are shed. */
  readonly maxWaiting: number;
  readonly workerData?: () => unknown;
  readonly execArgv?: readonly string[];
  /** Size of the young generation; default 12 MB, as most tasks are short and run one at a time. */
  readonly youngGenerationMb?: number;
  /** Run at a lower priority than threads that answer callers; default true. */
  readonly givesWay?: boolean;
}

/** The estimated cost of a task, and its caller's deadline. */
export interface TaskEstimate {
  readonly cost: number;
  readonly time?: CallTime | undefined;
}

/** The default: tasks without an estimate run in order of arrival. */
const UNKNOWN: TaskEstimate = { cost: 1 };

/**
 * A worker for heavy tasks, one at a time, cheap ones first. Not piscina, which runs the filter threads: it
 * can abort a running task only by terminating the thread, which would lose what the thread has loaded.
 */
export interface WorkerThread<Task, Answer> {
  perform(task: Task, signal?: AbortSignal, estimate?: TaskEstimate): Promise<Answer>;
  readonly isStarted: boolean;
  /** Resolves when running tasks have ended and the thread is terminated; may be called more than once. */
  close(): Promise<void>;
  terminate(): Promise<void>;
}

/** Holds the worker, which starts with the first task and is replaced after a failure. */
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
      // The first task includes the start of the thread, which takes many times as long as a task.
      const isTypical = seat.worker !== undefined;
      // A running task cannot be aborted: the thread is free when it ends, even if its caller has gone.
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

/** The MessagePorts among the members of a task, to be transferred with it. */
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
  // After an error event this has no effect; alone it means that the thread was terminated from outside.
  const onExit = () => reject(new TerraceError("unavailable", `the ${name} thread ended; try again`));
  // Keep the process alive only while a task runs.
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
  // A thread may also fail between two tasks; the next task then starts a new one.
  const leave = () => {
    if (seat.worker === worker) seat.worker = undefined;
  };
  return worker.on("error", leave).on("exit", leave);
}
