/** Runs tasks one after another in order. A failure is reported and does not stop later tasks. */
export class SerialWork {
  readonly #onFault: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();
  /** Queued tasks that have not begun, by name. */
  readonly #waiting = new Map<string, Promise<void>>();

  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Resolves when the task has run. While a task of the same name is queued, returns that one's promise. */
  run(name: string, work: () => Promise<void>): Promise<void> {
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) return waiting;
    this.#last = this.#last
      .then(() => {
        this.#waiting.delete(name);
        return work();
      })
      .catch(this.#onFault);
    this.#waiting.set(name, this.#last);
    return this.#last;
  }

  /** Calls `start` after a delay, once per name while the timer runs. Does not keep the process alive. */
  later(delayMs: number, name: string, start: () => Promise<void>): void {
    if (this.#timers.has(name)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      void start();
    }, delayMs);
    timer.unref?.();
    this.#timers.set(name, timer);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
