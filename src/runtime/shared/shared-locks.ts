import { threadId } from "node:worker_threads";

/** Tries before a thread lies down: what a lock protects takes a fraction of a microsecond. */
const SPINS = 200;
/** How long a thread sleeps between later tries. */
const NAP_MS = 1;
/** A lock that is held for half a second belongs to a thread that has ended or hangs: on a full machine others only wait. */
const MOST_NAPS = 500;

/** This thread in a lock word: 0 there means free, and the main thread is number 0. */
const SELF = threadId + 1;

/** Locks in shared memory, one word each, which hold the number of their owner. */
export class SharedLocks {
  readonly #words: Int32Array;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  /** Waits for the lock; throws when its owner does not give it back. */
  acquire(index: number): void {
    const words = this.#words;
    if (this.#try(index)) return;
    let owner = 0;
    for (let nap = 0; nap < MOST_NAPS; nap++) {
      owner = Atomics.load(words, index);
      if (owner !== 0) Atomics.wait(words, index, owner, NAP_MS);
      if (this.#try(index)) return;
    }
    throw new Error(`thread ${owner - 1} holds lock ${index} and does nothing`);
  }

  release(index: number): void {
    Atomics.store(this.#words, index, 0);
  }

  /** Frees what a thread held when it ended, after `mend` has put right what it left half done. */
  releaseDead(deadThreadId: number, mend: (index: number) => void): void {
    for (let index = 0; index < this.#words.length; index++) {
      if (Atomics.compareExchange(this.#words, index, deadThreadId + 1, SELF) !== deadThreadId + 1) continue;
      mend(index);
      this.release(index);
    }
  }

  /** Tries for as long as a busy owner may take, so that a thread that comes from a nap gets its turn. */
  #try(index: number): boolean {
    for (let spin = 0; spin < SPINS; spin++) {
      if (Atomics.compareExchange(this.#words, index, 0, SELF) === 0) return true;
    }
    return false;
  }
}
