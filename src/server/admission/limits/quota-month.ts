/** A calendar month in UTC, the period of quotas. */
export interface QuotaMonth {
  /** First day, YYYY-MM-01: the key in the quota table. */
  readonly key: string;
  readonly startMs: number;
  /** First instant of the next month. */
  readonly endMs: number;
}

export function quotaMonth(nowMs: number): QuotaMonth {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const startMs = Date.UTC(year, month, 1);
  return { key: new Date(startMs).toISOString().slice(0, 10), startMs, endMs: Date.UTC(year, month + 1, 1) };
}

/** A wall clock that drifts more than this from the monotonic one has been set. */
const JUMP_MS = 60_000;
/** A clock set into another month is accepted after this time. */
const SETTLED_MS = 5 * 60_000;

/**
 * The current month by a wall clock that may be set. A jump into another month is not accepted at once: a
 * caller that has used up its month would start again. A jump back to the month before a jump is.
 */
export function monthClock(now: () => number, monotonicMs: () => number): () => QuotaMonth {
  /** Both clocks at the last reading inside the month. */
  let seen = { wallMs: now(), steadyMs: monotonicMs() };
  let month = quotaMonth(seen.wallMs);
  /** The month before the clock was set into this one. */
  let left: QuotaMonth | undefined;
  /** The other month that the clock was set into. */
  let other: { readonly month: QuotaMonth; readonly sinceMs: number } | undefined;
  const isSettled = (wallMs: number, steadyMs: number): boolean => {
    if (other === undefined || !isWithin(other.month, wallMs)) {
      other = { month: quotaMonth(wallMs), sinceMs: steadyMs };
    }
    return steadyMs - other.sinceMs >= SETTLED_MS;
  };
  return () => {
    const [wallMs, steadyMs] = [now(), monotonicMs()];
    if (!isWithin(month, wallMs)) {
      const isBack = left !== undefined && isWithin(left, wallMs);
      const gainedMs = wallMs - seen.wallMs - (steadyMs - seen.steadyMs);
      const isSet = Math.abs(gainedMs) > JUMP_MS;
      if (isSet && !isBack && !isSettled(wallMs, steadyMs)) return month;
      left = isSet && !isBack ? month : undefined;
      month = quotaMonth(wallMs);
    }
    other = undefined;
    seen = { wallMs, steadyMs };
    return month;
  };
}

function isWithin({ startMs, endMs }: QuotaMonth, wallMs: number): boolean {
  return wallMs >= startMs && wallMs < endMs;
}
