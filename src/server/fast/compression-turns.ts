import type { FastifyReply } from "fastify";
import { abortError, type StopSignal, throwIfAborted } from "../../runtime/abort.ts";
import { isGone } from "../http/raw-request.ts";

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

  /** Whoever is gone before its turn comes is forgotten, with what it wanted compressed. */
  async run<T>(byteLength: number, work: Work<T>, signal?: StopSignal): Promise<T> {
    if (byteLength < LARGE_BYTES) return work();
    throwIfAborted(signal);
    if (this.#running >= AT_ONCE) await this.#turn(byteLength, signal);
    else this.#running++;
    try {
      return await work();
    } finally {
      // The turn goes to the next, or ends.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #turn(byteLength: number, signal: StopSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = () => {
      this.#waitingBytes -= byteLength;
      signal?.removeEventListener("abort", leave);
    };
    const start = () => {
      end();
      resolve();
    };
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(start), 1);
      end();
      reject(abortError(signal!));
    };
    this.#waitingBytes += byteLength;
    this.#waiting.push(start);
    signal?.addEventListener("abort", leave, { once: true });
    return promise;
  }
}

/** Fires when a response is closed: its caller is gone, or has its answer. */
export function closeSignal(response: FastifyReply["raw"]): StopSignal {
  return {
    get aborted() {
      return isGone(response.req);
    },
    reason: undefined,
    addEventListener: (_type, listener) => response.once("close", listener),
    removeEventListener: (_type, listener) => response.off("close", listener),
  };
}
