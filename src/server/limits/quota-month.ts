/** A calendar month in UTC, the unit of quotas. */
export interface QuotaMonth {
  /** Its first day, YYYY-MM-01: the key of the quota table. */
  readonly key: string;
  readonly startMs: number;
  /** First instant of the next month. */
  readonly endMs: number;
}

/** The month that an instant falls in. */
export function quotaMonth(nowMs: number): QuotaMonth {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const startMs = Date.UTC(year, month, 1);
  return { key: new Date(startMs).toISOString().slice(0, 10), startMs, endMs: Date.UTC(year, month + 1, 1) };
}

/** A wall clock that gains more than this on the steady one has been set. */
const JUMP_MS = 60_000;
/** A clock that was set into a later month is believed when it has stayed there for this long. */
const SETTLED_MS = 5 * 60_000;

/**
 * The current month by a wall clock that may be set. A jump ahead starts no new month at once, because quotas would
 * start again with it; a jump back counts at once, and the store still has what was used then.
 */
export class MonthClock {
  readonly #now: () => number;
  readonly #monotonicMs: () => number;
  #month: QuotaMonth;
  /** Both clocks when they were last read inside the month. */
  #seen: { wallMs: number; steadyMs: number };
  #aheadSinceMs: number | undefined;

  constructor(now: () => number, monotonicMs: () => number) {
    this.#now = now;
    this.#monotonicMs = monotonicMs;
    this.#seen = { wallMs: now(), steadyMs: monotonicMs() };
    this.#month = quotaMonth(this.#seen.wallMs);
  }

  read(): QuotaMonth {
    const wallMs = this.#now();
    const steadyMs = this.#monotonicMs();
    if (wallMs >= this.#month.endMs && !this.#isBelieved(wallMs, steadyMs)) return this.#month;
    if (wallMs < this.#month.startMs || wallMs >= this.#month.endMs) this.#month = quotaMonth(wallMs);
    this.#aheadSinceMs = undefined;
    this.#seen.wallMs = wallMs;
    this.#seen.steadyMs = steadyMs;
    return this.#month;
  }

  #isBelieved(wallMs: number, steadyMs: number): boolean {
    const gainedMs = wallMs - this.#seen.wallMs - (steadyMs - this.#seen.steadyMs);
    if (gainedMs <= JUMP_MS) return true;
    this.#aheadSinceMs ??= steadyMs;
    return steadyMs - this.#aheadSinceMs >= SETTLED_MS;
  }
}
