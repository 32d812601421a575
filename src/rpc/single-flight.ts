interface Running<T> {
  readonly outcome: Promise<T>;
  readonly controller: AbortController;
  waiters: number;
}

/** Work under way, by key, that later callers with the same key wait for instead of starting it again. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>();

  get size(): number {
    return this.#running.size;
  }

  /**
   * The outcome of the work, or the signal's reason as soon as it fires. The work is told to stop when the last of its
   * callers has gone, and whoever asks after that starts it anew.
   */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.waiters++;
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        if (--running.waiters > 0) return;
        this.#forget(key, running);
        running.controller.abort(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      running.outcome.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
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
