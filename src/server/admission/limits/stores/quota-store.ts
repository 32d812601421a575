/** Monthly counts of all instances. May be slow or down; no request waits for it. */
export interface QuotaStore {
  /** Counts of the month by identifier; missing if never counted. */
  readTotals(month: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Adds to the month's counts in one transaction and returns the new totals. */
  addCounts(month: string, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
  /** Closes and aborts what is in progress; false if a resource is still held after the time. */
  close(timeMs?: number): Promise<boolean>;
}

export const STORE_CLOSE_MS = 2000;
