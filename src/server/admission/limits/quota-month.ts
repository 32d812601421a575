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

/** A wall clock that gains or loses more than this on the steady one has been set. */
const JUMP_MS = 60_000;
/** A clock that was set into another month is believed when it has stayed there for this long. */
const SETTLED_MS = 5 * 60_000;

/**
 * The current month by a wall clock that may be set. A jump into another month, ahead or back, does not count there at
 * once: a caller that has used up the month would start again with it. One back to where the clock had been does.
 */
export class MonthClock {
  readonly #now: () => number;
  readonly #monotonicMs: () => number;
  #month: QuotaMonth;
  /** Both clocks when they were last read inside the month. */
  #seen: { wallMs: number; steadyMs: number };
  /** The month that the clock was in before it was set into this one. */
  #left: QuotaMonth | undefined;
  /** The other month that the clock was set into. */
  #other: { readonly month: QuotaMonth; readonly sinceMs: number } | undefined;

  constructor(now: () => number, monotonicMs: () => number) {
    this.#now = now;
    this.#monotonicMs = monotonicMs;
    this.#seen = { wallMs: now(), steadyMs: monotonicMs() };
    this.#month = quotaMonth(this.#seen.wallMs);
  }

  read(): QuotaMonth {
    const wallMs = this.#now();
    const steadyMs = this.#monotonicMs();
    if (!isWithin(this.#month, wallMs)) {
      const isBack = this.#left !== undefined && isWithin(this.#left, wallMs);
      const isSet = this.#isSet(wallMs, steadyMs);
      if (isSet && !isBack && !this.#isSettled(wallMs, steadyMs)) return this.#month;
      this.#left = isSet && !isBack ? this.#month : undefined;
      this.#month = quotaMonth(wallMs);
    }
    this.#other = undefined;
    this.#seen.wallMs = wallMs;
    this.#seen.steadyMs = steadyMs;
    return this.#month;
  }

  #isSet(wallMs: number, steadyMs: number): boolean {
    const gainedMs = wallMs - this.#seen.wallMs - (steadyMs - this.#seen.steadyMs);
    return Math.abs(gainedMs) > JUMP_MS;
  }

  #isSettled(wallMs: number, steadyMs: number): boolean {
    if (this.#other === undefined || !isWithin(this.#other.month, wallMs)) {
      this.#other = { month: quotaMonth(wallMs), sinceMs: steadyMs };
    }
    return steadyMs - this.#other.sinceMs >= SETTLED_MS;
  }
}

function isWithin({ startMs, endMs }: QuotaMonth, wallMs: number): boolean {
  return wallMs >= startMs && wallMs < endMs;
}
