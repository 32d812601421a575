import { abortError, untilAborted } from "../runtime/abort.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";

/** Who waits for the outcome of work that others may wait for too. */
export interface FlightCaller {
  readonly signal: AbortSignal;
  /** When it gives up; undefined when it waits for ever. */
  readonly time?: CallTime | undefined;
}

type Waiter = Pick<FlightCaller, "time">;

interface Running<T> {
  readonly outcome: Promise<T>;
  readonly controller: AbortController;
  readonly waiters: Set<Waiter>;
}

/** What is run: told when nobody waits any more, and until when somebody does. */
export type FlightWork<T> = (signal: AbortSignal, time: CallTime | undefined) => Promise<T>;

/** Runs work once for all who ask for the same key at the same time: later callers wait for the first one's outcome. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * The outcome of the work, or why the signal fired as soon as it does. When the last of its callers has gone, the
   * work is aborted; a caller that asks after that starts it again.
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
 * Until when anybody waits, by the clock of the first. It moves as callers come and go: a first one in a hurry must not
 * have the work refused that others have time for.
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
