import { SharedTable } from "../../../runtime/shared/shared-table.ts";
import { type CallerClass, callerClass } from "../callers/caller-class.ts";

export const WINDOW_MS = 60_000;

/** Most entries of a caller's ring; higher limits count in steps of 60 s divided by this. */
const MAX_RING = 512;

export interface WindowState {
  readonly isAdmitted: boolean;
  /** Requests that still fit now. */
  readonly remaining: number;
  /** Until the oldest counted request leaves the window. */
  readonly resetInMs: number;
  /** Until the denied cost fits; 0 if admitted. */
  readonly retryInMs: number;
}

/** Capacity of a class, and the highest limit in it. */
export interface WindowBounds {
  readonly callers: number;
  readonly maxLimit: number;
}

export type WindowMemory = Readonly<Record<CallerClass, SharedArrayBuffer>>;

/** Record layout: ring length and head in one word, sum of units, then pairs of milliseconds and units. */
const RING_STATE = 0;
const UNITS = 1;
const RING = 4;
const LENGTH_BITS = 16;
const LENGTH_MASK = 2 ** LENGTH_BITS - 1;

/**
 * Exact sliding window in memory shared by all threads: never more than the limit in any 60 seconds, never a
 * refusal below it. With limits above 512, requests count in steps of an eighth of a second and expire up to
 * a step late, never early. Time is passed in, from a clock that the threads share. Each class has a fixed
 * capacity and evicts its least recently seen caller.
 */
export class SlidingWindow {
  readonly #tables: Readonly<Record<CallerClass, SharedTable>>;

  constructor(from: Readonly<Record<CallerClass, WindowBounds>> | WindowMemory) {
    this.#tables = { user: openTable(from.user), stranger: openTable(from.stranger) };
  }

  get memory(): WindowMemory {
    return { user: this.#tables.user.memory, stranger: this.#tables.stranger.memory };
  }

  get size(): number {
    return this.#tables.user.size + this.#tables.stranger.size;
  }

  /** How often a caller was evicted within its minute because the class was full. */
  evictions(who: CallerClass): number {
    return this.#tables[who].evictions;
  }

  /** Counts the whole cost, or nothing if it does not fit. `limit` must be above 0. */
  take(identifier: string, cost: number, limit: number, nowMs: number): WindowState {
    const table = this.#tables[callerClass(identifier)];
    const at = table.enter(identifier, nowMs, WINDOW_MS);
    try {
      const usedAtMs = table.usedAtMs(at);
      // Clocks of two threads differ by up to a millisecond.
      const atMs = Math.max(nowMs, usedAtMs);
      dropExpired(table, at, atMs, atMs - usedAtMs);
      table.use(at, atMs);
      const units = table.words[at + UNITS];
      if (units + cost > limit) return refusal(table, at, cost, limit, atMs);
      push(table, at, cost, stampOf(table, limit, atMs));
      return {
        isAdmitted: true,
        remaining: limit - units - cost,
        resetInMs: leavesInMs(table, at, 1, atMs),
        retryInMs: 0,
      };
    } finally {
      table.leave();
    }
  }

  /** Returns a caller's newest units: those of a request that was denied for another reason. */
  giveBack(identifier: string, cost: number, nowMs: number): void {
    const table = this.#tables[callerClass(identifier)];
    const at = table.enter(identifier, nowMs, WINDOW_MS);
    try {
      pop(table, at, cost);
    } finally {
      table.leave();
    }
  }

  /** Frees locks of a thread that has ended, and repairs its records. Call it on another thread. */
  releaseDead(deadThreadId: number): void {
    for (const table of Object.values(this.#tables)) {
      table.releaseDead(deadThreadId, (at) => {
        table.words[at + UNITS] = sumOf(table, at);
      });
    }
  }
}

function openTable(from: WindowBounds | SharedArrayBuffer): SharedTable {
  if (from instanceof SharedArrayBuffer) return new SharedTable(from);
  const ring = Math.min(MAX_RING, Math.max(1, from.maxLimit));
  return new SharedTable({ records: from.callers, wordsPerRecord: RING + 2 * ring });
}

const ringSize = ({ wordsPerRecord }: SharedTable) => (wordsPerRecord - RING) / 2;
const lengthOf = ({ words }: SharedTable, at: number) => words[at + RING_STATE] & LENGTH_MASK;
const headOf = ({ words }: SharedTable, at: number) => words[at + RING_STATE] >>> LENGTH_BITS;

/** Word index of an entry's milliseconds; its units follow. */
function entryAt(table: SharedTable, at: number, index: number): number {
  return at + RING + 2 * ((headOf(table, at) + index) % ringSize(table));
}

/** The time to count a request at, modulo 2^32; rounded up to a step if the limit exceeds the ring. */
function stampOf(table: SharedTable, limit: number, nowMs: number): number {
  const size = ringSize(table);
  if (limit <= size) return nowMs >>> 0;
  const stepMs = Math.ceil(WINDOW_MS / Math.max(1, size - 2));
  return (Math.ceil(nowMs / stepMs) * stepMs) >>> 0;
}

function dropExpired(table: SharedTable, at: number, nowMs: number, idleMs: number): void {
  const { words } = table;
  if (idleMs >= 2 * WINDOW_MS) {
    words[at + RING_STATE] = 0;
    words[at + UNITS] = 0;
    return;
  }
  // The rest was counted within three windows, so ages do not wrap around.
  let units = words[at + UNITS];
  let length = lengthOf(table, at);
  let head = headOf(table, at);
  const size = ringSize(table);
  while (length > 0) {
    const entry = at + RING + 2 * head;
    if ((((nowMs >>> 0) - words[entry]) | 0) < WINDOW_MS) break;
    units -= words[entry + 1];
    head = (head + 1) % size;
    length--;
  }
  // An empty ring starts at its front again, so that quiet callers touch little memory.
  words[at + RING_STATE] = length === 0 ? 0 : (head << LENGTH_BITS) | length;
  words[at + UNITS] = units;
}

/** Writes the entry before the sum: if the thread ends in between, `releaseDead` computes the sum again. */
function push(table: SharedTable, at: number, cost: number, stamp: number): void {
  const { words } = table;
  const length = lengthOf(table, at);
  const newest = length === 0 ? -1 : entryAt(table, at, length - 1);
  // The ring can be full after a caller's limit was raised: add to the newest entry.
  if (newest >= 0 && (words[newest] === stamp || length === ringSize(table))) {
    words[newest] = stamp;
    words[newest + 1] += cost;
  } else {
    const entry = entryAt(table, at, length);
    words[entry] = stamp;
    words[entry + 1] = cost;
    words[at + RING_STATE]++;
  }
  words[at + UNITS] += cost;
}

function pop(table: SharedTable, at: number, cost: number): void {
  const { words } = table;
  let left = Math.min(cost, words[at + UNITS]);
  words[at + UNITS] -= left;
  while (left > 0 && lengthOf(table, at) > 0) {
    const newest = entryAt(table, at, lengthOf(table, at) - 1);
    const taken = Math.min(left, words[newest + 1]);
    words[newest + 1] -= taken;
    left -= taken;
    if (words[newest + 1] === 0) words[at + RING_STATE]--;
  }
}

function refusal(table: SharedTable, at: number, cost: number, limit: number, nowMs: number): WindowState {
  const units = table.words[at + UNITS];
  const leaving = Math.max(1, Math.min(units, units + cost - limit));
  return {
    isAdmitted: false,
    remaining: Math.max(0, limit - units),
    resetInMs: leavesInMs(table, at, 1, nowMs),
    retryInMs: leavesInMs(table, at, leaving, nowMs),
  };
}

/** Milliseconds until so many of the oldest units have expired; 0 if there are none. */
function leavesInMs(table: SharedTable, at: number, units: number, nowMs: number): number {
  const { words } = table;
  let left = units;
  for (let i = 0; i < lengthOf(table, at); i++) {
    const entry = entryAt(table, at, i);
    left -= words[entry + 1];
    if (left <= 0) return WINDOW_MS - (((nowMs >>> 0) - words[entry]) | 0);
  }
  return 0;
}

function sumOf(table: SharedTable, at: number): number {
  let units = 0;
  for (let i = 0; i < lengthOf(table, at); i++) units += table.words[entryAt(table, at, i) + 1];
  return units;
}
