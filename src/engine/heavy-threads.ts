import { remembered } from "../runtime/lazy.ts";
import { type WorkerThread, workerThread } from "../runtime/worker-thread.ts";
import type { HeavyWork } from "./view.ts";

/** Threads that start with their first task. A caller that asks for a name that is known gets that thread. */
export function heavyThreads(maxWaiting: number) {
  const threads = new Map<string, WorkerThread<unknown, unknown>>();
  return {
    thread: <Task, Answer>(options: Parameters<HeavyWork["thread"]>[0]) =>
      remembered(threads, options.name, () => workerThread({ ...options, maxWaiting })) as WorkerThread<
        Task,
        Answer
      >,
    /** Resolves when tasks in progress have ended and all threads are gone. */
    close: async () => {
      await Promise.all(Array.from(threads.values(), (thread) => thread.close()));
    },
  };
}
