import { extname } from "node:path";
import { type ErrorCode, TerraceError } from "../../runtime/errors.ts";
import { workerThread } from "../../runtime/worker-thread.ts";
import type { PageContext } from "./page-set.ts";

export interface PageTask {
  readonly set: string;
  /** Parquet files by query. */
  readonly files: Readonly<Record<string, string>>;
  readonly context: Partial<PageContext>;
  readonly path: string;
}

/** A worker's reply: the number of documents written, or its error. */
export type PageReply =
  | { readonly count: number }
  | { readonly code: ErrorCode; readonly message: string; readonly stack: string | undefined };

/** Worker threads that write page sets, each one set at a time. */
export interface PageThreads {
  /** Returns the number of documents. An abort kills the thread and may leave a partial file. */
  write(task: PageTask, signal?: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** Queue limit, above the number of sets. */
const MAX_WAITING = 1000;

/** Heap for a stretch of rows and its messages, which die together: fewer are copied by the collector. */
const YOUNG_MB = 64;

/** Worker threads that load sets from a module exporting `loadPageSets`, each started by its first task. */
export function pageThreads(count: number, module: URL): PageThreads {
  const file = new URL(`./page-worker${extname(import.meta.filename)}`, import.meta.url);
  const threads = Array.from({ length: count }, () => ({
    tasks: 0,
    thread: workerThread<PageTask, PageReply>({
      file,
      name: "pages",
      maxWaiting: MAX_WAITING,
      youngGenerationMb: YOUNG_MB,
      // The build process lowers its own priority if wanted; otherwise half of it would wait for the rest.
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
        // Otherwise the thread would finish and write the canceled set.
        if (signal?.aborted) await place.thread.terminate();
        throw error;
      } finally {
        place.tasks--;
      }
    },
    close: async () => {
      await Promise.all(threads.map(({ thread }) => thread.terminate()));
    },
  };
}

function countOf({ set }: PageTask, reply: PageReply): number {
  if ("count" in reply) return reply.count;
  const cause = new Error(reply.message);
  cause.stack = reply.stack ?? "";
  throw new TerraceError(reply.code, `pages "${set}": ${reply.message}`, { cause });
}
