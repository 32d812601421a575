import { TerraceError } from "../runtime/errors.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import type { WorkerThread } from "../runtime/worker-thread.ts";

/** Tasks below this many nanoseconds are performed by the caller: other answers wait no longer for them. */
export const COST_WORTH_A_THREAD = 500_000;

export interface HeavyTasksOptions<Task, Answer> {
  /** The thread for heavy tasks; undefined where the caller performs them all. */
  readonly thread: WorkerThread<Task, Answer> | undefined;
  /** What the thread does. */
  readonly perform: (task: Task) => Answer;
  /** About how many nanoseconds a task takes. */
  readonly costOf: (task: Task) => number;
  readonly leastCost?: number | undefined;
}

/** Performs light tasks at once, and heavy ones in their thread. */
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
    /** Whether the thread was needed so far. */
    isThreadStarted: () => thread?.isStarted === true,
    /** Resolves when tasks in progress have ended and the thread is gone. */
    close: async () => {
      isClosed = true;
      await thread?.close();
    },
  };
}
