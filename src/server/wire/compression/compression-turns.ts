import type { FastifyReply } from "fastify";
import { type StopSignal, throwIfAborted } from "../../../runtime/abort.ts";
import { ownNumber, type SharedNumber } from "../../../runtime/shared/thread-numbers.ts";
import { WaitingLine } from "../../../runtime/threads/waiting-line.ts";
import { isGone } from "../http/raw-request.ts";

/** Answers from this size on take turns: smaller ones take well under a millisecond and pass them by. */
export const LARGE_BYTES = 64 * 1024;

/**
 * Large answers that all wire threads compress at once. The pool, which belongs to the process, has four threads, so two
 * are left for everyone else. Files and the panel take no turns: they are compressed in small pieces, only as fast as they
 * are read, and the slots of exports bound how many there are. Threads that look at the same instant may pass it by one
 * each.
 */
const AT_ONCE = 2;

/** A thread without a turn that has waited this long takes one: a thread that has them may hang. */
const PATIENCE_MS = 1000;

/** Bytes that may wait for their turn; who comes after that is better served with the answer as it is. */
const MAX_WAITING_BYTES = 32 * 2 ** 20;

type Work<T> = () => Promise<T>;

/** How many large answers all threads compress, and how many wait for it. */
export interface CompressionCounts {
  readonly running: SharedNumber;
  readonly waiting: SharedNumber;
}

/**
 * Lets large compressions run a few at a time, in the order they come to a thread, so that small ones never wait for them.
 * Threads that share their counts share the turns too.
 */
export class CompressionTurns {
  readonly #waiting = new WaitingLine(() => this.#report());
  #counts: CompressionCounts;
  #running = 0;
  #maxWaitingBytes = MAX_WAITING_BYTES;
  #isWatching = false;

  /** With the counts of all threads, or of this one alone. */
  constructor(counts: CompressionCounts = { running: ownNumber(), waiting: ownNumber() }) {
    this.#counts = counts;
  }

  /**
   * Shares the turns with the threads that report these counts, from here on. What waits counts as unread: it is held to this
   * thread's part of half of what all may have unread, or those who wait would be taken for callers who do not read.
   */
  share(counts: CompressionCounts, unreadBytes: number, threads: number): void {
    this.#maxWaitingBytes = Math.min(MAX_WAITING_BYTES, unreadBytes / 2 / threads);
    this.#counts.running.set(0);
    this.#counts.waiting.set(0);
    this.#counts = counts;
    this.#report();
  }

  /** Whether an answer of this size would have its turn soon. */
  hasRoomFor(byteLength: number): boolean {
    return byteLength < LARGE_BYTES || this.#waiting.weight + byteLength <= this.#maxWaitingBytes;
  }

  get waitingBytes(): number {
    return this.#waiting.weight;
  }

  /** A caller that is gone before its turn comes is forgotten, with what it wanted compressed. */
  async run<T>(byteLength: number, work: Work<T>, signal?: StopSignal): Promise<T> {
    if (byteLength < LARGE_BYTES) return work();
    throwIfAborted(signal);
    // Not past those who wait, in this thread or another.
    if (this.#counts.waiting.total() > 0 || !this.#isFree()) await this.#turn(byteLength, signal);
    else this.#begin();
    try {
      return await work();
    } finally {
      this.#running--;
      this.#report();
      const doOthersWait = this.#counts.waiting.total() > this.#waiting.size;
      if (!doOthersWait) this.#beginNext();
      void this.#watch(doOthersWait);
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
    // Before one leaves the line, which is reported: another thread would take the turn for free.
    this.#running++;
    if (this.#waiting.admitNext() === undefined) this.#running--;
    this.#report();
  }

  /**
   * Takes turns that other threads give back; a thread that has all of them learns of their ends itself. One that has just
   * given a turn back lets another thread have it.
   */
  async #watch(givesWay = false): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#waiting.size > 0 && this.#running < AT_ONCE) {
      const { running } = this.#counts;
      const version = running.version();
      let isInVain = false;
      if (givesWay || !this.#isFree()) isInVain = !(await running.after(version, PATIENCE_MS));
      givesWay = false;
      if (this.#isFree() || (isInVain && this.#running === 0)) this.#beginNext();
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
