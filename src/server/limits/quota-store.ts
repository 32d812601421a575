/** Where monthly counts are kept for all instances. Slow, possibly absent, and never asked by a request. */
export interface QuotaStore {
  /** Counts of the month by identifier; one that was never counted is left out. */
  readTotals(month: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Adds to the month's counts, all or none of them, and returns the new ones. */
  addCounts(month: string, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

/** Table of both stores (contract/edge.md §6.4). */
export const QUOTA_TABLE = "api_usage_monthly";
