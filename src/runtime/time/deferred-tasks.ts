/** Work that runs later under a name: asked for again while it waits, it runs once. Keeps no process alive. */
export class DeferredTasks {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  run(delayMs: number, name: string, work: () => Promise<void>): void {
    if (this.#timers.has(name)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      void work();
    }, delayMs);
    timer.unref?.();
    this.#timers.set(name, timer);
  }

  /** Forgets what has not run yet. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
