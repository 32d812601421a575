import { SharedTable } from "../../../runtime/shared/shared-table.ts";
import { type CallerClass, callerClass } from "../callers/caller-class.ts";

/** Length of every window. */
export const WINDOW_MS = 60_000;

/** Most entries of one caller's ring: limits above this are counted in steps of 60 s by this number. */
export const MAX_RING = 512;

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

/** How many callers of a class are counted at once, and the highest limit that one of them has. */
export interface WindowBounds {
  readonly callers: number;
  readonly maxLimit: number;
}

/** The memory of a window, as one thread hands it to another. */
export type WindowMemory = Readonly<Record<CallerClass, SharedArrayBuffer>>;

/** A record: entries in the ring and the position of the first, in one word; their sum; then milliseconds and units. */
const RING_STATE = 0;
const UNITS = 1;
const RING = 4;
const LENGTH_BITS = 16;
const LENGTH_MASK = 2 ** LENGTH_BITS - 1;

/**
 * Counts requests exactly, in memory that all threads share: never more than the limit in any 60 seconds, never a
 * refusal while under it. Above 512 a minute requests are counted in steps of an eighth of a second and leave the
 * window up to a step late, never early. Time is passed in and must come from a clock that the threads share. Each
 * class has a fixed number of callers, of which the one seen longest ago makes room.
 */
export class SlidingWindow {
  readonly #tables: Readonly<Record<CallerClass, SharedTable>>;

  constructor(from: Readonly<Record<CallerClass, WindowBounds>> | WindowMemory) {
    this.#tables = { user: openTable(from.user), stranger: openTable(from.stranger) };
  }

  get memory(): WindowMemory {
    return { user: this.#tables.user.memory, stranger: this.#tables.stranger.memory };
  }

  /** Callers being counted. */
  get size(): number {
    return this.#tables.user.size + this.#tables.stranger.size;
  }

  /** How often a caller was forgotten within its minute, because more of its class came than fit. */
  evictions(who: CallerClass): number {
    return this.#tables[who].evictions;
  }

  /** Counts the whole cost, or nothing of it when it does not fit. `limit` is above 0: unlimited callers never ask. */
  take(identifier: string, cost: number, limit: number, nowMs: number): WindowState {
    const table = this.#tables[callerClass(identifier)];
    const at = table.enter(identifier, nowMs, WINDOW_MS);
    try {
      const usedAtMs = table.usedAtMs(at);
      // Threads read the one clock up to a millisecond apart.
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

  /** Gives back the newest units of a caller: those of a request that was refused for another reason. */
  giveBack(identifier: string, cost: number, nowMs: number): void {
    const table = this.#tables[callerClass(identifier)];
    const at = table.enter(identifier, nowMs, WINDOW_MS);
    try {
      pop(table, at, cost);
    } finally {
      table.leave();
    }
  }

  /** Frees what a thread held when it ended. Any other thread may call this, with the number of the dead one. */
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

/** Position of an entry's milliseconds; its units are behind them. */
function entryAt(table: SharedTable, at: number, index: number): number {
  return at + RING + 2 * ((headOf(table, at) + index) % ringSize(table));
}

/** The milliseconds that a request is counted at, modulo 2^32. Where a limit has more units than the ring, rounded up. */
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
  // What is left was counted within three windows, so ages cannot wrap around.
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
  // An empty ring begins at its front again: a quiet caller touches little memory.
  words[at + RING_STATE] = length === 0 ? 0 : (head << LENGTH_BITS) | length;
  words[at + UNITS] = units;
}

/** The entry comes first and the sum last: a thread that ends in between leaves a sum that can be taken again. */
function push(table: SharedTable, at: number, cost: number, stamp: number): void {
  const { words } = table;
  const length = lengthOf(table, at);
  const newest = length === 0 ? -1 : entryAt(table, at, length - 1);
  // A caller whose limit was raised may have filled its ring with single requests: the newest entry takes the rest.
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

/** Until so many of the oldest units have left the window; 0 when there are none. */
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
