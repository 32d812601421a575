import { abortError } from "./abort.ts";
import { TerraceError } from "./errors.ts";

interface Waiter<Resource> {
  resolve(resource: Resource): void;
  reject(error: unknown): void;
  readonly signal: AbortSignal | undefined;
  onAbort(): void;
}

/**
 * A fixed set of resources handed to one caller at a time. Callers wait in order up to a bound; past it they are
 * refused at once, so that overload costs the caller a retry and the server nothing.
 */
export class BoundedPool<Resource> {
  readonly #idle: Resource[];
  readonly #maxWaiting: number;
  readonly #waiting = new Set<Waiter<Resource>>();
  #inUse = 0;
  #onIdle: (() => void) | undefined;

  constructor(resources: readonly Resource[], maxWaiting: number) {
    this.#idle = [...resources];
    this.#maxWaiting = maxWaiting;
  }

  get inUse(): number {
    return this.#inUse;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  acquire(signal?: AbortSignal): Promise<Resource> {
    if (signal?.aborted) return Promise.reject(abortError(signal));
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      this.#inUse++;
      return Promise.resolve(idle);
    }
    if (this.#waiting.size >= this.#maxWaiting) {
      return Promise.reject(
        new TerraceError("unavailable", `${this.#maxWaiting} calls are already waiting; try again shortly`),
      );
    }
    return new Promise<Resource>((resolve, reject) => {
      const waiter: Waiter<Resource> = {
        resolve,
        reject,
        signal,
        onAbort: () => {
          this.#waiting.delete(waiter);
          reject(abortError(signal!));
        },
      };
      signal?.addEventListener("abort", waiter.onAbort, { once: true });
      this.#waiting.add(waiter);
    });
  }

  release(resource: Resource): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#inUse--;
      this.#idle.push(resource);
      if (this.#inUse === 0) this.#onIdle?.();
      return;
    }
    this.#waiting.delete(next);
    next.signal?.removeEventListener("abort", next.onAbort);
    next.resolve(resource);
  }

  /** Resolves when every resource is back. */
  idle(): Promise<void> {
    if (this.#inUse === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }
}
