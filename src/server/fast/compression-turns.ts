/** Answers from this size on take turns: smaller ones take well under a millisecond and pass them by. */
const LARGE_BYTES = 64 * 1024;

/** Large answers compressed at once. The pool has four threads, so two are always left for everyone else. */
const AT_ONCE = 2;

/** Bytes that may wait for their turn; who comes after that is better served with the answer as it is. */
const MAX_WAITING_BYTES = 32 * 2 ** 20;

type Work<T> = () => Promise<T>;

/** Lets large compressions run a few at a time, in the order they come, so that small ones never wait for them. */
export class CompressionTurns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #waitingBytes = 0;

  /** Whether an answer of this size would have its turn soon. */
  hasRoomFor(byteLength: number): boolean {
    return byteLength < LARGE_BYTES || this.#waitingBytes + byteLength <= MAX_WAITING_BYTES;
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  async run<T>(byteLength: number, work: Work<T>): Promise<T> {
    if (byteLength < LARGE_BYTES) return work();
    if (this.#running >= AT_ONCE) {
      this.#waitingBytes += byteLength;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#waitingBytes -= byteLength;
    } else this.#running++;
    try {
      return await work();
    } finally {
      // The turn goes to the next, or ends.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
