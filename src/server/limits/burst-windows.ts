/** One bucket's ceilings; 0 is none. */
export interface BurstLimits {
  readonly per10s: number;
  readonly per60s: number;
}

/** Which window was full. */
export type FullWindow = "10s" | "60s";

interface Counts {
  burst: number;
  burstFromMs: number;
  minute: number;
  minuteFromMs: number;
}

const BURST_MS = 10_000;
const MINUTE_MS = 60_000;

/**
 * Counts requests by key in windows of 10 and 60 seconds that start with a key's first request. Whoever waits out the
 * window that was full is admitted. When there are too many keys, new ones pass uncounted.
 */
export class BurstWindows {
  readonly #counts = new Map<string, Counts>();
  readonly #maxKeys: number;
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Counts the request; or tells which window is full, the burst first, and counts nothing. */
  take(key: string, limits: BurstLimits, nowMs: number): FullWindow | undefined {
    const counts = this.#counts.get(key) ?? this.#add(key, nowMs);
    if (counts === undefined) return undefined;
    if (nowMs - counts.burstFromMs >= BURST_MS) {
      counts.burst = 0;
      counts.burstFromMs = nowMs;
    }
    if (nowMs - counts.minuteFromMs >= MINUTE_MS) {
      counts.minute = 0;
      counts.minuteFromMs = nowMs;
    }
    if (limits.per10s > 0 && counts.burst >= limits.per10s) return "10s";
    if (limits.per60s > 0 && counts.minute >= limits.per60s) return "60s";
    counts.burst++;
    counts.minute++;
    return undefined;
  }

  #add(key: string, nowMs: number): Counts | undefined {
    if (this.#counts.size >= this.#maxKeys) this.#sweep(nowMs);
    if (this.#counts.size >= this.#maxKeys) return undefined;
    const counts = { burst: 0, burstFromMs: nowMs, minute: 0, minuteFromMs: nowMs };
    this.#counts.set(key, counts);
    return counts;
  }

  /** Forgets keys whose windows are over; looks at them all, so at most once a burst. */
  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < BURST_MS) return;
    this.#sweptAtMs = nowMs;
    for (const [key, { minuteFromMs }] of this.#counts) {
      if (nowMs - minuteFromMs >= MINUTE_MS) this.#counts.delete(key);
    }
  }
}
