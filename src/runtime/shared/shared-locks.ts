import { threadId } from "node:worker_threads";

/** Tries before a thread lies down: what a lock protects takes a fraction of a microsecond. */
const SPINS = 200;
/**
 * A lock whose release wakes nobody for so many sleeps, half a second, belongs to a thread that has ended or hangs: on a full
 * machine others only wait.
 */
const SLEEPS = 5;
const SLEEP_MS = 100;

/** This thread in a lock word: 0 there means free, and the main thread is number 0. */
const SELF = threadId + 1;
/** Added to the owner when a thread may be asleep until the lock is free: only then does its release wake one. */
const AWAITED = 2 ** 30;

/** Locks in shared memory, one word each, which hold the number of their owner. */
export class SharedLocks {
  readonly #words: Int32Array;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  /** Waits for the lock; throws when its owner does not give it back. */
  acquire(index: number): void {
    const words = this.#words;
    if (this.#try(index, SELF)) return;
    let owner = 0;
    for (let sleeps = 0; sleeps < SLEEPS; ) {
      owner = Atomics.load(words, index) & ~AWAITED;
      if (owner !== 0) {
        Atomics.compareExchange(words, index, owner, owner | AWAITED);
        if (Atomics.wait(words, index, owner | AWAITED, SLEEP_MS) === "timed-out") sleeps++;
      }
      // Others may be asleep too.
      if (this.#try(index, SELF | AWAITED)) return;
    }
    throw new Error(`thread ${owner - 1} holds lock ${index} and does nothing`);
  }

  release(index: number): void {
    if (Atomics.exchange(this.#words, index, 0) & AWAITED) Atomics.notify(this.#words, index, 1);
  }

  /** Frees what a thread held when it ended, after `mend` has put right what it left half done. */
  releaseDead(deadThreadId: number, mend: (index: number) => void): void {
    const dead = deadThreadId + 1;
    for (let index = 0; index < this.#words.length; index++) {
      // In this order: what was not awaited may be meanwhile, and never the other way round.
      const isHeld = [dead, dead | AWAITED].some(
        (word) => Atomics.compareExchange(this.#words, index, word, SELF | AWAITED) === word,
      );
      if (!isHeld) continue;
      mend(index);
      this.release(index);
    }
  }

  /** Tries for as long as a busy owner may take, so that a thread that was woken gets its turn. */
  #try(index: number, word: number): boolean {
    for (let spin = 0; spin < SPINS; spin++) {
      if (Atomics.compareExchange(this.#words, index, 0, word) === 0) return true;
    }
    return false;
  }
}
