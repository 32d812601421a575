import { type WorkerThread, workerThread } from "../runtime/worker-thread.ts";
import type { HeavyWork } from "./view.ts";

/** The threads for heavy tasks of one snapshot. */
export interface HeavyThreads extends Pick<HeavyWork, "thread"> {
  /** Resolves when tasks in progress have ended and all threads are gone. */
  close(): Promise<void>;
}

/** Threads that start with their first task. A caller that asks for a name that is known gets that thread. */
export function heavyThreads(maxWaiting: number): HeavyThreads {
  const threads = new Map<string, WorkerThread<unknown, unknown>>();
  return {
    thread: <Task, Answer>(options: Parameters<HeavyWork["thread"]>[0]) => {
      let thread = threads.get(options.name);
      if (thread === undefined) {
        thread = closedOnce(workerThread({ ...options, maxWaiting }));
        threads.set(options.name, thread);
      }
      return thread as WorkerThread<Task, Answer>;
    },
    close: async () => {
      await Promise.all(Array.from(threads.values(), (thread) => thread.close()));
    },
  };
}

/** The caller that asked for a thread may close it, and so does its snapshot. */
function closedOnce(thread: WorkerThread<unknown, unknown>): WorkerThread<unknown, unknown> {
  let closing: Promise<void> | undefined;
  return {
    perform: thread.perform,
    get isStarted() {
      return thread.isStarted;
    },
    close: () => {
      closing ??= thread.close();
      return closing;
    },
    terminate: thread.terminate,
  };
}
