import { abortError, untilAborted } from "../runtime/abort.ts";

interface Running<T> {
  readonly outcome: Promise<T>;
  readonly controller: AbortController;
  waiters: number;
}

/** Runs work once for all who ask for the same key at the same time: later callers wait for the first one's outcome. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Running<T>>();

  get size(): number {
    return this.#running.size;
  }

  /**
   * The outcome of the work, or why the signal fired as soon as it does. When the last of its callers has gone, the
   * work is told to stop; whoever asks after that starts it anew.
   */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) return Promise.reject(abortError(signal));
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.waiters++;
    return untilAborted(running.outcome, signal, () => {
      if (--running.waiters > 0) return;
      this.#forget(key, running);
      running.controller.abort(abortError(signal));
    });
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const running: Running<T> = { outcome: work(controller.signal), controller, waiters: 0 };
    this.#running.set(key, running);
    const end = () => this.#forget(key, running);
    running.outcome.then(end, end);
    return running;
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}
