import { threadId } from "node:worker_threads";

/** Attempts before a thread sleeps: critical sections take a fraction of a microsecond. */
const SPINS = 200;
/** Sleeps before giving up, 0.5 s in all: then the owner has ended or hangs; overload alone delays less. */
const SLEEPS = 5;
const SLEEP_MS = 100;

/** This thread's value in a lock word: threadId + 1, as 0 means free and the main thread has id 0. */
const SELF = threadId + 1;
/** Flag in a lock word: a thread may be asleep on it, so the release must wake one. */
const AWAITED = 2 ** 30;

/** Locks in shared memory: one word each, 0 or the value of the owner. */
export class SharedLocks {
  readonly #words: Int32Array;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  /** Waits for the lock; throws when its owner does not release it. */
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
      // Keep the flag: other threads may be asleep too.
      if (this.#try(index, SELF | AWAITED)) return;
    }
    throw new Error(`thread ${owner - 1} holds lock ${index} and does nothing`);
  }

  release(index: number): void {
    if (Atomics.exchange(this.#words, index, 0) & AWAITED) Atomics.notify(this.#words, index, 1);
  }

  /** Releases the locks of a thread that has ended; `mend` first repairs what each one protects. */
  releaseDead(deadThreadId: number, mend: (index: number) => void): void {
    const dead = deadThreadId + 1;
    for (let index = 0; index < this.#words.length; index++) {
      // In this order: the flag may be set in between, but is never cleared by others.
      const isHeld = [dead, dead | AWAITED].some(
        (word) => Atomics.compareExchange(this.#words, index, word, SELF | AWAITED) === word,
      );
      if (!isHeld) continue;
      mend(index);
      this.release(index);
    }
  }

  /** Spins for as long as a running owner may take, so that a woken thread gets its turn. */
  #try(index: number, word: number): boolean {
    for (let spin = 0; spin < SPINS; spin++) {
      if (Atomics.compareExchange(this.#words, index, 0, word) === 0) return true;
    }
    return false;
  }
}
