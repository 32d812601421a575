import type { MessagePort } from "node:worker_threads";
import type { ServingDatabase } from "../../engine/sql/database.ts";
import type { HeavyWork } from "../../engine/view.ts";
import { abortError, type StopSignal, throwIfAborted } from "../../runtime/abort.ts";
import { isTerraceError } from "../../runtime/errors.ts";
import { errorFromPosted } from "../../runtime/threads/posted-error.ts";
import { portsOf } from "../../runtime/worker-thread.ts";
import type { OwnerFunctions } from "./owner-functions.ts";
import type { FromThread, ToThread } from "./thread-messages.ts";

/** Calls functions of the first thread. */
export class AskOwner {
  readonly #post: (message: FromThread, transfer?: readonly MessagePort[]) => void;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  constructor(post: (message: FromThread, transfer?: readonly MessagePort[]) => void) {
    this.#post = post;
  }

  /** Resolves with the answer. Rejects as soon as the signal aborts, and sends the first thread an abort. */
  async ask<Name extends keyof OwnerFunctions>(
    name: Name,
    given: Parameters<OwnerFunctions[Name]>,
    signal?: StopSignal,
    ports: readonly MessagePort[] = [],
  ): Promise<Awaited<ReturnType<OwnerFunctions[Name]>>> {
    throwIfAborted(signal);
    const id = ++this.#lastId;
    const asked = Promise.withResolvers<unknown>();
    this.#asked.set(id, asked);
    const onAbort = () => {
      this.#asked.delete(id);
      this.#post({ kind: "abort", id });
      asked.reject(abortError(signal!));
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#post({ kind: "ask", id, name, given }, ports);
    return asked.promise.finally(() => signal?.removeEventListener("abort", onAbort)) as never;
  }

  hear(message: Extract<ToThread, { kind: "answer" | "failure" }>): void {
    const asked = this.#asked.get(message.id);
    // The answer crossed the abort.
    if (asked === undefined) return;
    this.#asked.delete(message.id);
    if (message.kind === "answer") asked.resolve(message.value);
    else asked.reject(errorFromPosted(message.error));
  }
}

/** Queries a snapshot's tables through the first thread, which has them open. */
export function ownersDatabase(owner: AskOwner, snapshot: number): ServingDatabase {
  return {
    query: async ({ name, sql, parameters: types }, parameters, signal) =>
      (await owner.ask("query", [snapshot, { name, sql, parameters: types }, parameters], signal)) as never,
    // Counted by the first thread.
    load: () => ({ running: 0, waiting: 0, queries: 0 }),
    close: async () => {},
  };
}

/** Runs heavy tasks of a snapshot in the first thread's workers. */
export function ownersHeavyWork(owner: AskOwner, snapshot: number): HeavyWork {
  return {
    hasThreads: true,
    thread({ file, name, workerData, givesWay }) {
      let isKnown = false;
      return {
        perform: async (task, signal, estimate) => {
          const time = estimate?.time;
          for (;;) {
            // A task that is not sent must not count as the one that delivered the worker data.
            if (signal?.aborted) throw abortError(signal);
            const data = isKnown ? undefined : workerData?.();
            isKnown = true;
            const endsAtMs = time?.endsAtMs;
            const leftMs = endsAtMs === undefined ? undefined : endsAtMs - time!.now();
            const worker = { name, file: file.href, givesWay, data };
            try {
              const given = [snapshot, worker, task, estimate?.cost, leftMs] as const;
              return (await owner.ask("task", [...given], signal, portsOf(task))) as never;
            } catch (error) {
              // The first thread rejected it by the time left when asked; since then, callers with more time
              // may have joined.
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
