/** Work that runs one after the other, in the order it was asked for. What fails is reported, and keeps nothing back. */
export class SerialWork {
  readonly #onFault: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();
  /** Work that has not begun, by name. */
  readonly #waiting = new Map<string, Promise<void>>();

  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Resolves when it has run. One of a name is enough to wait: it does what comes until it begins. */
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

  /** Starts something after a while; asked for again under the name until then, it starts once. Keeps no process alive. */
  later(delayMs: number, name: string, start: () => Promise<void>): void {
    if (this.#timers.has(name)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      void start();
    }, delayMs);
    timer.unref?.();
    this.#timers.set(name, timer);
  }

  /** Forgets what has not started yet. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
