import { SharedTable } from "../../../runtime/shared/shared-table.ts";

/** One bucket's ceilings; 0 is none. */
export interface BurstLimits {
  readonly per10s: number;
  readonly per60s: number;
}

/** Which window was full. */
export type FullWindow = "10s" | "60s";

const BURST_MS = 10_000;
const MINUTE_MS = 60_000;

/** A record: requests and first millisecond of the short window, then of the long one. */
const BURST = 0;
const MINUTE = 2;

/**
 * Counts requests by key in windows of 10 and 60 seconds that start with a key's first request, in memory that all
 * threads share. A caller that waits out the window that was full is admitted. When more keys come than fit, the one seen
 * longest ago makes room. Not the exact window of the limits, which takes 0.3 kB a caller and more: here invented callers
 * come first, and a key takes 16 bytes.
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

  /** Counts the request; or tells which window is full, the burst first, and counts nothing. */
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

  /** Frees what a thread held when it ended. */
  releaseDead(deadThreadId: number): void {
    this.#table.releaseDead(deadThreadId, () => {});
  }
}

/** Begins a window again when it is over. */
function startOver(words: Uint32Array, at: number, lengthMs: number, nowMs: number, isIdle: boolean): void {
  const ageMs = ((nowMs >>> 0) - words[at + 1]) >>> 0;
  // A millisecond of another thread's clock may lie ahead of ours: that is not an age.
  if (!isIdle && words[at] > 0 && (ageMs < lengthMs || ageMs > 2 ** 31)) return;
  words[at] = 0;
  words[at + 1] = nowMs;
}

/** Most addresses, and most tokens, that are counted at once. */
const MAX_KEYS = 65_536;

/** The memory of a guard's windows, for other threads. */
export type GuardMemory = Readonly<Record<"addresses" | "tokens", SharedArrayBuffer>>;

/** What a guard counts in. Tokens have a table of their own: a caller that invents many pushes out no address. */
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

  /** Frees what a thread held when it ended. */
  releaseDead(deadThreadId: number): void {
    this.addresses.releaseDead(deadThreadId);
    this.tokens.releaseDead(deadThreadId);
  }
}
