import { abortError, untilAborted } from "../runtime/abort.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";

export interface FlightCaller {
  readonly signal: AbortSignal;
  /** Deadline; undefined means none. */
  readonly time?: CallTime | undefined;
}

type Waiter = Pick<FlightCaller, "time">;

interface Running<T> {
  readonly outcome: Promise<T>;
  readonly controller: AbortController;
  readonly waiters: Set<Waiter>;
}

/** The shared work. `signal` aborts when no caller waits any more; `time` is their latest deadline. */
export type FlightWork<T> = (signal: AbortSignal, time: CallTime | undefined) => Promise<T>;

/** Merges concurrent calls with the same key: later callers wait for the outcome of the first. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * Resolves with the outcome, or rejects as soon as the caller's signal aborts. When the last caller has
   * gone, the work is aborted and the next caller starts it again.
   */
  join(key: string, { signal, time }: FlightCaller, work: FlightWork<T>): Promise<T> {
    if (signal.aborted) return Promise.reject(abortError(signal));
    const waiter = { time };
    const running = this.#running.get(key) ?? this.#start(key, waiter, work);
    running.waiters.add(waiter);
    return untilAborted(running.outcome, signal, () => {
      running.waiters.delete(waiter);
      if (running.waiters.size > 0) return;
      this.#forget(key, running);
      running.controller.abort(abortError(signal));
    });
  }

  #start(key: string, first: Waiter, work: FlightWork<T>): Running<T> {
    const controller = new AbortController();
    const waiters = new Set([first]);
    const outcome = work(controller.signal, latestTime(first.time, waiters));
    const running: Running<T> = { outcome, controller, waiters };
    this.#running.set(key, running);
    const end = () => this.#forget(key, running);
    running.outcome.then(end, end);
    return running;
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}

/**
 * The latest deadline of all waiters, by the first one's clock. It moves as callers come and go, so that a
 * first caller with little time does not fail work that others can wait for.
 */
function latestTime(first: CallTime | undefined, waiters: ReadonlySet<Waiter>): CallTime | undefined {
  if (first === undefined) return undefined;
  return {
    now: () => first.now(),
    get endsAtMs() {
      let latest = Number.NEGATIVE_INFINITY;
      for (const { time } of waiters) latest = Math.max(latest, time?.endsAtMs ?? Number.POSITIVE_INFINITY);
      return latest;
    },
  };
}
