import { extname } from "node:path";
import { type ErrorCode, TerraceError } from "../../runtime/errors.ts";
import { type WorkerThread, workerThread } from "../../runtime/worker-thread.ts";
import type { PageContext } from "./page-set.ts";

/** A set of pages to be written from the copied rows of its queries. */
export interface PageTask {
  readonly set: string;
  /** Parquet files by query. */
  readonly files: Readonly<Record<string, string>>;
  readonly context: Partial<PageContext>;
  readonly path: string;
}

/** What a thread answers: how many documents it has written, or why it could not. */
export type PageReply =
  | { readonly count: number }
  | { readonly code: ErrorCode; readonly message: string; readonly stack: string | undefined };

/** Threads that write sets of pages, one set at a time each. */
export interface PageThreads {
  /** Returns how many documents there are. When the signal fires the thread is killed and a part of a file may be left. */
  write(task: PageTask, signal?: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** Sets that may wait for a thread: more than there are. */
const MAX_WAITING = 1000;

/** A stretch of rows and its messages die together: with room for some of them little is copied. */
const YOUNG_MB = 64;

/** Threads that find the sets by name in a module that exports `loadPageSets`. Each starts with its first set. */
export function pageThreads(count: number, module: URL): PageThreads {
  const file = new URL(`./page-worker${extname(import.meta.filename)}`, import.meta.url);
  const threads = Array.from({ length: count }, () => ({
    tasks: 0,
    thread: workerThread<PageTask, PageReply>({
      file,
      name: "pages",
      maxWaiting: MAX_WAITING,
      youngGenerationMb: YOUNG_MB,
      // The process that builds gives way as a whole, where it should: half of it would wait for the other half.
      givesWay: false,
      workerData: () => module.href,
    }),
  }));
  return {
    write: async (task, signal) => {
      const place = threads.reduce((least, one) => (one.tasks < least.tasks ? one : least));
      place.tasks++;
      try {
        return countOf(task, await place.thread.perform(task, signal));
      } catch (error) {
        // It goes on with what nobody wants, and would write it.
        if (signal?.aborted) await place.thread.terminate();
        throw error;
      } finally {
        place.tasks--;
      }
    },
    close: async () => {
      await Promise.all(
        threads.map(({ thread }: { thread: WorkerThread<PageTask, PageReply> }) => thread.terminate()),
      );
    },
  };
}

function countOf({ set }: PageTask, reply: PageReply): number {
  if ("count" in reply) return reply.count;
  const cause = new Error(reply.message);
  cause.stack = reply.stack ?? "";
  throw new TerraceError(reply.code, `pages "${set}": ${reply.message}`, { cause });
}
