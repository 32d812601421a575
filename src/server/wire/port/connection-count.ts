/**
 * Connections that are open on a port, in memory that all its threads share: the bound holds for all of them together,
 * however the system spreads connections over the threads. Threads that look at the same instant may pass it by one each.
 */
export class ConnectionCount {
  readonly memory: SharedArrayBuffer;
  /** All of them, and then those of each thread. */
  readonly #counts: Int32Array;
  readonly #own: number;

  /** Memory for so many threads, or that of another thread. */
  constructor(from: number | SharedArrayBuffer, thread = 0) {
    this.memory = typeof from === "number" ? new SharedArrayBuffer(4 * (1 + from)) : from;
    this.#counts = new Int32Array(this.memory);
    this.#own = 1 + thread;
  }

  get total(): number {
    return Atomics.load(this.#counts, 0);
  }

  /** Those of one thread. */
  of(thread: number): number {
    return Atomics.load(this.#counts, 1 + thread);
  }

  /** Counts a connection of this thread. */
  open(): void {
    Atomics.add(this.#counts, 0, 1);
    Atomics.add(this.#counts, this.#own, 1);
  }

  close(): void {
    Atomics.sub(this.#counts, this.#own, 1);
    Atomics.sub(this.#counts, 0, 1);
  }

  /** Forgets the connections of a thread that has ended. */
  endThread(thread: number): void {
    Atomics.sub(this.#counts, 0, Atomics.exchange(this.#counts, 1 + thread, 0));
  }
}
