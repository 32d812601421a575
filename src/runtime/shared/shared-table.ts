import { randomBytes } from "node:crypto";
import { SharedLocks } from "./shared-locks.ts";

/** Records per lock; they are searched linearly. */
const STRIPE = 64;
const HEADER_WORDS = 8;
/** Words of a record that are zeroed for a new name; the rest is not touched, which saves memory. */
const HEAD_WORDS = 4;

export interface SharedTableSize {
  /** Capacity; rounded up to whole stripes. */
  readonly records: number;
  readonly wordsPerRecord: number;
}

/**
 * A fixed number of small records by name, in memory shared by all threads. A new name evicts the least
 * recently used record of its stripe. Names are identified by a 64-bit hash with a secret random seed, so
 * that nobody can construct collisions.
 */
export class SharedTable {
  readonly memory: SharedArrayBuffer;
  /** All records; `enter` returns the position of one. */
  readonly words: Uint32Array;
  readonly wordsPerRecord: number;
  readonly #locks: SharedLocks;
  readonly #stripes: number;
  readonly #seeds: Uint32Array;
  /** Records in use per stripe; the last element counts evictions of records still in use. */
  readonly #counts: Int32Array;
  readonly #keys: Uint32Array;
  readonly #usedAtMs: Float64Array;
  #entered = 0;

  /** Allocates a new table, or attaches to another thread's. */
  constructor(from: SharedTableSize | SharedArrayBuffer) {
    this.memory = from instanceof SharedArrayBuffer ? from : newMemory(from);
    const header = new Uint32Array(this.memory, 0, HEADER_WORDS);
    const [stripes, wordsPerRecord] = header;
    const records = stripes * STRIPE;
    let at = HEADER_WORDS * 4;
    const next = (words: number) => {
      const start = at;
      at += words * 4;
      return start;
    };
    this.#seeds = header.subarray(2, 4);
    this.#stripes = stripes;
    this.wordsPerRecord = wordsPerRecord;
    this.#usedAtMs = new Float64Array(this.memory, next(2 * records), records);
    this.#locks = new SharedLocks(new Int32Array(this.memory, next(stripes), stripes));
    this.#counts = new Int32Array(this.memory, next(stripes + 1), stripes + 1);
    this.#keys = new Uint32Array(this.memory, next(2 * records), 2 * records);
    this.words = new Uint32Array(this.memory, next(records * wordsPerRecord), records * wordsPerRecord);
  }

  get size(): number {
    let size = 0;
    for (let stripe = 0; stripe < this.#stripes; stripe++) size += Atomics.load(this.#counts, stripe);
    return size;
  }

  /** How often a name lost its record within `busyMs` of its latest use, because the table was full. */
  get evictions(): number {
    return Atomics.load(this.#counts, this.#stripes);
  }

  /**
   * Locks the record of a name and returns the position of its first word; the first four words of a new one
   * are zero. If a record used within the last `busyMs` must be evicted, that is counted. The caller must
   * call `leave`.
   */
  enter(name: string, nowMs: number, busyMs: number): number {
    let low = this.#seeds[0];
    let high = this.#seeds[1];
    for (let i = 0; i < name.length; i++) {
      const code = name.charCodeAt(i);
      low = Math.imul(low ^ code, 0x85ebca6b);
      low ^= low >>> 15;
      high = Math.imul(high ^ code ^ low, 0xc2b2ae35);
      high ^= high >>> 13;
    }
    low = Math.imul(low ^ (high >>> 16), 0x9e3779b1);
    high = Math.imul(high ^ (low >>> 15), 0x27d4eb2f);
    const stripe = (low >>> 0) % this.#stripes;
    this.#locks.acquire(stripe);
    this.#entered = stripe;
    return this.#place(stripe, low >>> 0, high >>> 0, nowMs, busyMs) * this.wordsPerRecord;
  }

  leave(): void {
    this.#locks.release(this.#entered);
  }

  /** Latest use of the entered record; `position` is the result of `enter`. */
  usedAtMs(position: number): number {
    return this.#usedAtMs[position / this.wordsPerRecord];
  }

  use(position: number, nowMs: number): void {
    this.#usedAtMs[position / this.wordsPerRecord] = nowMs;
  }

  /** Releases the locks of a thread that has ended; `mend` repairs each record it may have been writing. */
  releaseDead(deadThreadId: number, mend: (position: number) => void): void {
    this.#locks.releaseDead(deadThreadId, (stripe) => {
      const first = stripe * STRIPE;
      for (let record = first; record < first + this.#counts[stripe]; record++)
        mend(record * this.wordsPerRecord);
    });
  }

  #place(stripe: number, low: number, high: number, nowMs: number, busyMs: number): number {
    const keys = this.#keys;
    const first = stripe * STRIPE;
    const filled = this.#counts[stripe];
    let oldest = first;
    for (let record = first; record < first + filled; record++) {
      if (keys[2 * record] === low && keys[2 * record + 1] === high) return record;
      if (this.#usedAtMs[record] < this.#usedAtMs[oldest]) oldest = record;
    }
    let record = oldest;
    if (filled < STRIPE) {
      record = first + filled;
      this.#counts[stripe] = filled + 1;
    } else if (nowMs - this.#usedAtMs[oldest] < busyMs) Atomics.add(this.#counts, this.#stripes, 1);
    const start = record * this.wordsPerRecord;
    this.words.fill(0, start, start + Math.min(HEAD_WORDS, this.wordsPerRecord));
    this.#usedAtMs[record] = nowMs;
    keys[2 * record] = low;
    keys[2 * record + 1] = high;
    return record;
  }
}

function newMemory({ records, wordsPerRecord }: SharedTableSize): SharedArrayBuffer {
  const stripes = Math.ceil(records / STRIPE);
  const all = stripes * STRIPE;
  const words = HEADER_WORDS + 2 * all + stripes + (stripes + 1) + 2 * all + all * wordsPerRecord;
  const memory = new SharedArrayBuffer(words * 4);
  const seeds = randomBytes(8);
  new Uint32Array(memory).set([stripes, wordsPerRecord, seeds.readUInt32LE(0), seeds.readUInt32LE(4)]);
  return memory;
}
