/** A calendar month in UTC, the unit of quotas. */
export interface QuotaMonth {
  /** Its first day, YYYY-MM-01: the key of the quota table. */
  readonly key: string;
  /** First instant of the next month. */
  readonly endMs: number;
}

/** The month that an instant falls in. */
export function quotaMonth(nowMs: number): QuotaMonth {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return {
    key: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10),
    endMs: Date.UTC(year, month + 1, 1),
  };
}
