import type { FastifyReply } from "fastify";
import { type StopSignal, throwIfAborted } from "../../../runtime/abort.ts";
import { ownNumber, type SharedNumber } from "../../../runtime/shared/thread-numbers.ts";
import { WaitingLine } from "../../../runtime/threads/waiting-line.ts";
import { isGone } from "../http/raw-request.ts";

/** Smaller answers skip the queue: they take well under a millisecond. */
export const LARGE_BYTES = 64 * 1024;

/**
 * Large answers compressed at once by all wire threads. The process-wide pool has four threads, so two stay
 * free. Exports and the panel are exempt: they are compressed in small chunks, only as fast as they are read,
 * and their number is bounded by slots. Threads that check at the same instant may exceed it by one each.
 */
const AT_ONCE = 2;

/** After this wait, a thread that runs none takes a turn anyway: the thread that has them may hang. */
const PATIENCE_MS = 1000;

/** Most bytes in the queue; beyond it, answers are sent uncompressed. */
const MAX_WAITING_BYTES = 32 * 2 ** 20;

type Work<T> = () => Promise<T>;

/** Large answers being compressed by all threads, and those that wait. */
export interface CompressionCounts {
  readonly running: SharedNumber;
  readonly waiting: SharedNumber;
}

/**
 * Runs a few large compressions at a time, in FIFO order per thread, so that small ones never wait for them.
 * Threads with the same counts share the limit.
 */
export class CompressionTurns {
  readonly #waiting = new WaitingLine(() => this.#report());
  #counts: CompressionCounts;
  #running = 0;
  #maxWaitingBytes = MAX_WAITING_BYTES;
  #isWatching = false;

  constructor(counts: CompressionCounts = { running: ownNumber(), waiting: ownNumber() }) {
    this.#counts = counts;
  }

  /**
   * Uses shared counts from now on. Waiting answers count as unread, so they are limited to this thread's
   * part of half the unread budget; otherwise their callers would be cut off as if they did not read.
   */
  share(counts: CompressionCounts, unreadBytes: number, threads: number): void {
    this.#maxWaitingBytes = Math.min(MAX_WAITING_BYTES, unreadBytes / 2 / threads);
    this.#counts.running.set(0);
    this.#counts.waiting.set(0);
    this.#counts = counts;
    this.#report();
  }

  hasRoomFor(byteLength: number): boolean {
    return byteLength < LARGE_BYTES || this.#waiting.weight + byteLength <= this.#maxWaitingBytes;
  }

  get waitingBytes(): number {
    return this.#waiting.weight;
  }

  /** Runs the work when it has its turn; rejects if the signal aborts before. */
  async run<T>(byteLength: number, work: Work<T>, signal?: StopSignal): Promise<T> {
    if (byteLength < LARGE_BYTES) return work();
    throwIfAborted(signal);
    // Do not overtake those that wait, in any thread.
    if (this.#counts.waiting.total() > 0 || !this.#isFree()) await this.#turn(byteLength, signal);
    else this.#begin();
    try {
      return await work();
    } finally {
      this.#running--;
      this.#report();
      const isAwaitedElsewhere = this.#counts.waiting.total() > this.#waiting.size;
      if (!isAwaitedElsewhere) this.#beginNext();
      void this.#watch(isAwaitedElsewhere);
    }
  }

  #isFree(): boolean {
    return this.#counts.running.total() < AT_ONCE;
  }

  #begin(): void {
    this.#running++;
    this.#report();
  }

  #beginNext(): void {
    if (this.#waiting.size === 0) return;
    // Count it before the queue reports a smaller size, or another thread would take the same turn.
    this.#running++;
    if (this.#waiting.admitNext() === undefined) this.#running--;
    this.#report();
  }

  /** Waits for turns that other threads release. After releasing one itself, it yields to another thread. */
  async #watch(givesWay = false): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#waiting.size > 0 && this.#running < AT_ONCE) {
      const { running } = this.#counts;
      const version = running.version();
      let isTimedOut = false;
      if (givesWay || !this.#isFree()) isTimedOut = !(await running.after(version, PATIENCE_MS));
      givesWay = false;
      if (this.#isFree() || (isTimedOut && this.#running === 0)) this.#beginNext();
    }
    this.#isWatching = false;
  }

  #report(): void {
    this.#counts.running.set(this.#running);
    this.#counts.waiting.set(this.#waiting.size);
  }

  #turn(byteLength: number, signal: StopSignal | undefined): Promise<void> {
    const { turn } = this.#waiting.add(undefined, byteLength, signal);
    void this.#watch();
    return turn;
  }
}

/** Aborts when a response closes: the caller has disconnected or has its answer. */
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
