/** Length of every window. */
export const WINDOW_MS = 60_000;

/** What a caller may know about its window after a request. */
export interface WindowState {
  readonly isAdmitted: boolean;
  /** Requests that still fit now. */
  readonly remaining: number;
  /** Until the oldest counted request leaves the window. */
  readonly resetInMs: number;
  /** Until the refused cost fits; 0 when it was admitted. */
  readonly retryInMs: number;
}

export interface SlidingWindowOptions {
  readonly maxCallers: number;
  /** Told when callers are admitted uncounted because the map is full, at most once a minute. */
  readonly onFull: (callers: number) => void;
}

/** One caller's counted requests: a ring of milliseconds modulo 2^32, in a list from least to most recently seen. */
interface Ring {
  readonly identifier: string;
  times: Uint32Array;
  head: number;
  count: number;
  lastSeenMs: number;
  before: Ring;
  after: Ring;
}

const SMALLEST_RING = 4;

/**
 * Counts requests exactly: never more than the limit in any 60 seconds, never a refusal while under it. Time is
 * passed in and must not run backwards. Memory is one small ring a caller, which grows only to its own use.
 */
export class SlidingWindow {
  readonly #rings = new Map<string, Ring>();
  readonly #options: SlidingWindowOptions;
  /** Both ends of the list: `after` is the least recently seen caller, `before` the most recent. */
  readonly #ends: Ring;
  #warnedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: SlidingWindowOptions) {
    this.#options = options;
    const ends = { identifier: "", times: new Uint32Array(0), head: 0, count: 0, lastSeenMs: 0 } as Ring;
    ends.before = ends;
    ends.after = ends;
    this.#ends = ends;
  }

  /** Callers being counted. */
  get size(): number {
    return this.#rings.size;
  }

  /** Counts the whole cost, or nothing of it when it does not fit. `limit` is above 0: unlimited callers never ask. */
  take(identifier: string, cost: number, limit: number, nowMs: number): WindowState {
    const ring = this.#rings.get(identifier) ?? this.#add(identifier, nowMs);
    if (ring === undefined) {
      return { isAdmitted: true, remaining: limit - cost, resetInMs: WINDOW_MS, retryInMs: 0 };
    }
    dropExpired(ring, nowMs);
    ring.lastSeenMs = nowMs;
    this.#moveToRecent(ring);
    if (ring.count + cost > limit) {
      const leaving = Math.min(ring.count, ring.count + cost - limit);
      return {
        isAdmitted: false,
        remaining: Math.max(0, limit - ring.count),
        resetInMs: leavesInMs(ring, 0, nowMs),
        retryInMs: leavesInMs(ring, Math.max(0, leaving - 1), nowMs),
      };
    }
    push(ring, cost, nowMs);
    const resetInMs = leavesInMs(ring, 0, nowMs);
    return { isAdmitted: true, remaining: limit - ring.count, resetInMs, retryInMs: 0 };
  }

  /** Gives back the newest units of a caller: those of a request that was refused for another reason. */
  giveBack(identifier: string, cost: number): void {
    const ring = this.#rings.get(identifier);
    if (ring !== undefined) ring.count = Math.max(0, ring.count - cost);
  }

  #add(identifier: string, nowMs: number): Ring | undefined {
    if (this.#rings.size >= this.#options.maxCallers) this.#makeRoom(nowMs);
    if (this.#rings.size >= this.#options.maxCallers) {
      if (nowMs - this.#warnedAtMs >= WINDOW_MS) {
        this.#warnedAtMs = nowMs;
        this.#options.onFull(this.#rings.size);
      }
      return undefined;
    }
    const ring: Ring = {
      identifier,
      times: new Uint32Array(SMALLEST_RING),
      head: 0,
      count: 0,
      lastSeenMs: nowMs,
      before: this.#ends,
      after: this.#ends,
    };
    this.#rings.set(identifier, ring);
    return ring;
  }

  /** Forgets callers idle for two windows; when that frees nothing, the least recently seen tenth. */
  #makeRoom(nowMs: number): void {
    const before = this.#rings.size;
    for (let ring = this.#ends.after; ring !== this.#ends; ring = this.#ends.after) {
      if (nowMs - ring.lastSeenMs < 2 * WINDOW_MS) break;
      this.#forget(ring);
    }
    if (this.#rings.size < before) return;
    for (let tenth = Math.floor(before / 10); tenth > 0; tenth--) this.#forget(this.#ends.after);
  }

  #forget(ring: Ring): void {
    unlink(ring);
    this.#rings.delete(ring.identifier);
  }

  #moveToRecent(ring: Ring): void {
    if (this.#ends.before === ring) return;
    unlink(ring);
    ring.before = this.#ends.before;
    ring.after = this.#ends;
    this.#ends.before.after = ring;
    this.#ends.before = ring;
  }
}

/** Takes a ring out of the list. A new one is in none: its neighbours do not know it. */
function unlink(ring: Ring): void {
  if (ring.before.after === ring) ring.before.after = ring.after;
  if (ring.after.before === ring) ring.after.before = ring.before;
}

function dropExpired(ring: Ring, nowMs: number): void {
  if (nowMs - ring.lastSeenMs >= WINDOW_MS) {
    ring.count = 0;
    return;
  }
  // Whatever is left was counted less than a window before the last look, so ages cannot wrap around.
  const mask = ring.times.length - 1;
  const now = nowMs >>> 0;
  while (ring.count > 0 && (now - ring.times[ring.head]) >>> 0 >= WINDOW_MS) {
    ring.head = (ring.head + 1) & mask;
    ring.count--;
  }
}

function push(ring: Ring, cost: number, nowMs: number): void {
  if (ring.count + cost > ring.times.length) grow(ring, ring.count + cost);
  const mask = ring.times.length - 1;
  for (let unit = 0; unit < cost; unit++) ring.times[(ring.head + ring.count++) & mask] = nowMs;
}

function grow(ring: Ring, needed: number): void {
  const times = new Uint32Array(2 ** Math.ceil(Math.log2(needed)));
  const mask = ring.times.length - 1;
  for (let i = 0; i < ring.count; i++) times[i] = ring.times[(ring.head + i) & mask];
  ring.times = times;
  ring.head = 0;
}

function leavesInMs(ring: Ring, position: number, nowMs: number): number {
  if (ring.count === 0) return 0;
  const counted = ring.times[(ring.head + position) & (ring.times.length - 1)];
  return WINDOW_MS - (((nowMs >>> 0) - counted) >>> 0);
}
