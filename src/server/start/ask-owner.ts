import type { MessagePort } from "node:worker_threads";
import type { ServingDatabase } from "../../engine/sql/database.ts";
import type { HeavyWork } from "../../engine/view.ts";
import { abortError, type StopSignal } from "../../runtime/abort.ts";
import { isTerraceError } from "../../runtime/errors.ts";
import { errorFromPosted } from "../../runtime/threads/posted-error.ts";
import { portsOf } from "../../runtime/worker-thread.ts";
import type { FromThread, Question, ToThread } from "./thread-messages.ts";

interface Asked {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Asks the first thread what only that one can answer. */
export class AskOwner {
  readonly #post: (message: FromThread, transfer?: readonly MessagePort[]) => void;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;

  constructor(post: (message: FromThread, transfer?: readonly MessagePort[]) => void) {
    this.#post = post;
  }

  /** The answer, or why the signal fired as soon as it does; the first thread then gets a message to stop. */
  ask(question: Question, signal?: StopSignal): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(abortError(signal));
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#asked.set(id, { resolve, reject });
    const onAbort = () => {
      this.#asked.delete(id);
      this.#post({ kind: "abort", id });
      reject(abortError(signal!));
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#post({ kind: "ask", id, question }, question.kind === "task" ? portsOf(question.task) : []);
    return promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  hear(message: Extract<ToThread, { kind: "answer" | "failure" }>): void {
    const asked = this.#asked.get(message.id);
    // Nobody waits any more for an answer that crossed the abort.
    if (asked === undefined) return;
    this.#asked.delete(message.id);
    if (message.kind === "answer") asked.resolve(message.value);
    else asked.reject(errorFromPosted(message.error));
  }
}

/** A snapshot's tables, which the first thread has open. */
export function ownersDatabase(owner: AskOwner, snapshot: number): ServingDatabase {
  return {
    query: async ({ name, sql, parameters: types }, parameters, signal) =>
      (await owner.ask(
        { kind: "query", snapshot, statement: { name, sql, parameters: types }, parameters },
        signal,
      )) as never,
    // The first thread counts them all.
    load: () => ({ running: 0, waiting: 0, queries: 0 }),
    close: async () => {},
  };
}

/** A snapshot's threads for heavy tasks, which the first thread has started. */
export function ownersHeavyWork(owner: AskOwner, snapshot: number): HeavyWork {
  return {
    hasThreads: true,
    thread({ file, name, workerData, givesWay }) {
      let isKnown = false;
      return {
        perform: async (task, signal, estimate) => {
          const time = estimate?.time;
          for (;;) {
            // What is not asked must not count as the task that brought the thread's data along.
            if (signal?.aborted) throw abortError(signal);
            const data = isKnown ? undefined : workerData?.();
            isKnown = true;
            const endsAtMs = time?.endsAtMs;
            const leftMs = endsAtMs === undefined ? undefined : endsAtMs - time!.now();
            const named = { kind: "task", snapshot, name, file: file.href, givesWay, data } as const;
            try {
              return (await owner.ask({ ...named, task, cost: estimate?.cost, leftMs }, signal)) as never;
            } catch (error) {
              // The first thread judges by the time that was left then: more callers may have come to wait since.
              const hasMoreTime = endsAtMs !== undefined && time!.endsAtMs > endsAtMs;
              if (!hasMoreTime || !isTerraceError(error, "unavailable")) throw error;
            }
          }
        },
        get isStarted() {
          return isKnown;
        },
        close: async () => {},
        terminate: async () => {},
      };
    },
  };
}
