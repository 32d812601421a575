import { remembered } from "../runtime/lazy.ts";
import { type WorkerThread, workerThread } from "../runtime/worker-thread.ts";
import type { HeavyWork } from "./view.ts";

/** Worker threads by name, each started by its first task. */
export function heavyThreads(maxWaiting: number) {
  const threads = new Map<string, WorkerThread<unknown, unknown>>();
  return {
    thread: <Task, Answer>(options: Parameters<HeavyWork["thread"]>[0]) =>
      remembered(threads, options.name, () => workerThread({ ...options, maxWaiting })) as WorkerThread<
        Task,
        Answer
      >,
    /** Resolves when tasks in flight have ended and all threads have stopped. */
    close: async () => {
      await Promise.all(Array.from(threads.values(), (thread) => thread.close()));
    },
  };
}
