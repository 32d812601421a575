/** Where monthly counts are kept for all instances. Slow, possibly absent, and never asked by a request. */
export interface QuotaStore {
  /** Counts of the month by identifier; one that was never counted is left out. */
  readTotals(month: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Adds to the month's counts, all or none of them, and returns the new ones. */
  addCounts(month: string, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
  /** Gives everything back, cutting off what is in progress; false when something is still held after the time. */
  close(timeMs?: number): Promise<boolean>;
}

/** Longest that a store may take to close when nobody says otherwise. */
export const STORE_CLOSE_MS = 2000;
