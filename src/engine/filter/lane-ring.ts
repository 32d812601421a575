import type { RangePredicate } from "./predicate.ts";

/**
 * A lane is a ring of calls in shared memory between the calling thread, which fills slots and counts them in
 * SUBMITTED, and one worker, which answers them in order and counts them in DONE. Counters run on and wrap at 32 bits;
 * a call's slot is its number modulo the ring's slots.
 *
 * Nobody sleeps through the other's news: each side moves its counter first and notifies after, and sleeps only while
 * the other's counter stands where it was last read. While a call is on its way, so is one wake-up of the calling
 * thread, and a wake-up is the only time at which it takes answers: each one frees slots, so each must look at what
 * waits for them.
 */
export const LANE_SLOTS = 128;

/** Words of the ring that hold the counters: one cache line each, since two threads write them. */
export const SUBMITTED = 0;
export const DONE = 16;

const FIRST_SLOT = 32;
const SLOT_WORDS = 256;

// Words of a slot: what is asked, what is answered, then three words a predicate.
const VIEW = 0;
const SCOPE = 1;
const PREDICATE_COUNT = 2;
const MATCH_COUNT = 3;
const PREDICATES = 4;

/** Predicates that fit in a slot: more than there are metrics, so that merged ones always fit. */
export const SLOT_PREDICATES = Math.floor((SLOT_WORDS - PREDICATES) / 3);

/** Stands where a view's number would, for a call nobody waits for any more. */
export const NO_VIEW = 0;

/** Stands where a scope's position would, in the entry that tells the worker to let a view go. */
export const DETACH = -1;

/** Both sides' view of one lane. */
export interface LaneRing {
  readonly words: Int32Array<SharedArrayBuffer>;
  readonly floats: Float32Array<SharedArrayBuffer>;
  /** A power of two, so that slots follow each other where a counter wraps. */
  readonly slots: number;
}

/** A ring of its own, which takes one slot or many. */
export function newLaneRing(slots: number = LANE_SLOTS): LaneRing {
  return laneRing(new SharedArrayBuffer(4 * (FIRST_SLOT + slots * SLOT_WORDS)));
}

/** The other side's ring. */
export function laneRing(buffer: SharedArrayBuffer): LaneRing {
  const words = new Int32Array(buffer);
  return { words, floats: new Float32Array(buffer), slots: (words.length - FIRST_SLOT) / SLOT_WORDS };
}

/** How the two sides of a lane see and wake each other. Threads have `LANE_SIGNALS`; a test may step them instead. */
export interface LaneSignals {
  load(words: Int32Array, at: number): number;
  store(words: Int32Array, at: number, value: number): void;
  notify(words: Int32Array, at: number): void;
  /** Blocks the thread while the word has this value, until it is notified. */
  sleep(words: Int32Array, at: number, value: number): void;
  /** Comes true, never before the caller's turn is over, once the word has another value and it was notified of that. */
  changed(words: Int32Array, at: number, value: number): PromiseLike<unknown>;
}

export const LANE_SIGNALS: LaneSignals = {
  load: (words, at) => Atomics.load(words, at),
  store: (words, at, value) => Atomics.store(words, at, value),
  notify: (words, at) => Atomics.notify(words, at),
  sleep: (words, at, value) => Atomics.wait(words, at, value),
  changed: (words, at, value) => {
    const wait = Atomics.waitAsync(words, at, value);
    return wait.async ? wait.value : Promise.resolve();
  },
};

/** The slot of a call by its number. */
export function slotOf({ slots }: LaneRing, callNumber: number): number {
  return callNumber & (slots - 1);
}

/** Fills a slot; the worker sees it when SUBMITTED is stored after it. */
export function putCall(
  { words, floats }: LaneRing,
  slot: number,
  view: number,
  scope: number,
  predicates: readonly RangePredicate[],
): void {
  let at = FIRST_SLOT + slot * SLOT_WORDS;
  words[at + VIEW] = view;
  words[at + SCOPE] = scope;
  words[at + PREDICATE_COUNT] = predicates.length;
  at += PREDICATES;
  for (const { metric, min, max } of predicates) {
    words[at] = metric;
    floats[at + 1] = min;
    floats[at + 2] = max;
    at += 3;
  }
}

/** Tells the worker to pass over a call that it has not begun. */
export function dropCall({ words }: LaneRing, slot: number): void {
  Atomics.store(words, FIRST_SLOT + slot * SLOT_WORDS + VIEW, NO_VIEW);
}

export function viewOf({ words }: LaneRing, slot: number): number {
  return Atomics.load(words, FIRST_SLOT + slot * SLOT_WORDS + VIEW);
}

export function scopeOf({ words }: LaneRing, slot: number): number {
  return words[FIRST_SLOT + slot * SLOT_WORDS + SCOPE];
}

export function predicatesOf({ words, floats }: LaneRing, slot: number): RangePredicate[] {
  let at = FIRST_SLOT + slot * SLOT_WORDS;
  const predicates: RangePredicate[] = new Array(words[at + PREDICATE_COUNT]);
  at += PREDICATES;
  for (let i = 0; i < predicates.length; i++) {
    predicates[i] = { metric: words[at], min: floats[at + 1], max: floats[at + 2] };
    at += 3;
  }
  return predicates;
}

/** Writes how many rows matched; the caller sees it when DONE is stored after it. */
export function putMatchCount({ words }: LaneRing, slot: number, count: number): void {
  words[FIRST_SLOT + slot * SLOT_WORDS + MATCH_COUNT] = count;
}

export function matchCountOf({ words }: LaneRing, slot: number): number {
  return words[FIRST_SLOT + slot * SLOT_WORDS + MATCH_COUNT];
}
