import { SharedTable } from "../../../runtime/shared/shared-table.ts";

/** Limits of one bucket; 0 is unlimited. */
export interface BurstLimits {
  readonly per10s: number;
  readonly per60s: number;
}

export type FullWindow = "10s" | "60s";

const BURST_MS = 10_000;
const MINUTE_MS = 60_000;

/** Record layout: count and start of the short window, then of the long one, in milliseconds. */
const BURST = 0;
const MINUTE = 2;

/**
 * Fixed windows of 10 and 60 seconds per key, starting with its first request, in memory shared by all
 * threads. A full table evicts the least recently seen key. Less exact than the sliding window of the limits,
 * which takes 0.3 kB a caller and more: a key here takes 16 bytes, because invented callers reach the guard
 * first.
 */
export class BurstWindows {
  readonly #table: SharedTable;

  constructor(from: number | SharedArrayBuffer) {
    this.#table = new SharedTable(typeof from === "number" ? { records: from, wordsPerRecord: 4 } : from);
  }

  get memory(): SharedArrayBuffer {
    return this.#table.memory;
  }

  get size(): number {
    return this.#table.size;
  }

  /** Counts the request. If a window is full, counts nothing and returns which one, the short one first. */
  take(key: string, limits: BurstLimits, nowMs: number): FullWindow | undefined {
    const table = this.#table;
    const at = table.enter(key, nowMs, MINUTE_MS);
    try {
      const { words } = table;
      const isIdle = nowMs - table.usedAtMs(at) >= MINUTE_MS;
      startOver(words, at + BURST, BURST_MS, nowMs, isIdle);
      startOver(words, at + MINUTE, MINUTE_MS, nowMs, isIdle);
      table.use(at, nowMs);
      if (limits.per10s > 0 && words[at + BURST] >= limits.per10s) return "10s";
      if (limits.per60s > 0 && words[at + MINUTE] >= limits.per60s) return "60s";
      words[at + BURST]++;
      words[at + MINUTE]++;
      return undefined;
    } finally {
      table.leave();
    }
  }

  /** Frees locks of a thread that has ended. */
  releaseDead(deadThreadId: number): void {
    this.#table.releaseDead(deadThreadId, () => {});
  }
}

function startOver(words: Uint32Array, at: number, lengthMs: number, nowMs: number, isIdle: boolean): void {
  const ageMs = ((nowMs >>> 0) - words[at + 1]) >>> 0;
  // Another thread's clock may be a millisecond ahead: a negative age, huge as unsigned, keeps the window.
  if (!isIdle && words[at] > 0 && (ageMs < lengthMs || ageMs > 2 ** 31)) return;
  words[at] = 0;
  words[at + 1] = nowMs;
}

/** Capacity for addresses, and for tokens. */
const MAX_KEYS = 65_536;

export type GuardMemory = Readonly<Record<"addresses" | "tokens", SharedArrayBuffer>>;

/** Tokens have a separate table: a caller that invents many does not evict addresses. */
export class GuardWindows {
  readonly addresses: BurstWindows;
  readonly tokens: BurstWindows;

  constructor(from?: GuardMemory) {
    this.addresses = new BurstWindows(from?.addresses ?? MAX_KEYS);
    this.tokens = new BurstWindows(from?.tokens ?? MAX_KEYS);
  }

  get memory(): GuardMemory {
    return { addresses: this.addresses.memory, tokens: this.tokens.memory };
  }

  /** Frees locks of a thread that has ended. */
  releaseDead(deadThreadId: number): void {
    this.addresses.releaseDead(deadThreadId);
    this.tokens.releaseDead(deadThreadId);
  }
}
