import { TerraceError } from "../runtime/errors.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import type { WorkerThread } from "../runtime/worker-thread.ts";

/** Tasks below this cost, in nanoseconds, run on the calling thread: they hardly delay other answers. */
export const COST_WORTH_A_THREAD = 500_000;

export interface HeavyTasksOptions<Task, Answer> {
  /** Thread for heavy tasks; undefined if the caller performs all of them. */
  readonly thread: WorkerThread<Task, Answer> | undefined;
  readonly perform: (task: Task) => Answer;
  /** Estimated nanoseconds for a task. */
  readonly costOf: (task: Task) => number;
  readonly leastCost?: number | undefined;
}

/** Performs light tasks on the calling thread, and heavy ones in a worker thread. */
export function heavyTasks<Task, Answer>(options: HeavyTasksOptions<Task, Answer>) {
  const { thread, perform, costOf, leastCost = COST_WORTH_A_THREAD } = options;
  let isClosed = false;
  return {
    perform: async (task: Task, signal?: AbortSignal, time?: CallTime): Promise<Answer> => {
      if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
      const cost = costOf(task);
      if (thread === undefined || cost < leastCost) return perform(task);
      return thread.perform(task, signal, { cost, time });
    },
    isThreadStarted: () => thread?.isStarted === true,
    /** Resolves when tasks in flight have ended and the thread has stopped. */
    close: async () => {
      isClosed = true;
      await thread?.close();
    },
  };
}
