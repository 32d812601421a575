import type { ValueRange } from "../columns/value-range.ts";
import type { RankBitmapPlace } from "../kernels/predicate-list.ts";
import type { ScopeMemory } from "./filter-memory.ts";
import type { RangePredicate } from "./predicate.ts";

export interface ColumnFacts {
  /** Smallest and largest value of a column; null if every row is null. */
  range(scope: ScopeMemory, metric: number): ValueRange | null;
  /** The column's rank index; undefined while it has none. */
  find(scope: ScopeMemory, metric: number): RankBitmapPlace | undefined;
}

/**
 * Plans a filter: bitmap joins first, which cost the same in any order, then scans of the rows left. Merges
 * predicates on the same metric; a range that misses its column's own makes the result empty.
 */
export function planFilter(scope: ScopeMemory, predicates: readonly RangePredicate[], facts: ColumnFacts) {
  const indexed: (RangePredicate & { place: RankBitmapPlace })[] = [];
  /** `hasSign`: compare values as floats; otherwise as integers by their bits, which is faster. */
  const scanned: (RangePredicate & { hasSign: boolean })[] = [];
  let isEmpty = false;
  for (const predicate of mergePredicates(predicates)) {
    const { metric, min, max } = predicate;
    const range = facts.range(scope, metric);
    if (coveredShare(range, predicate) < 0) isEmpty = true;
    const place = facts.find(scope, metric);
    if (place === undefined) scanned.push({ metric, min, max, hasSign: range?.hasSign ?? false });
    else indexed.push({ metric, min, max, place });
  }
  // Narrowest range first, so that later scans skip blocks that are already empty.
  if (scanned.length > 1) {
    const share = (one: RangePredicate) => coveredShare(facts.range(scope, one.metric), one);
    scanned.sort((a, b) => share(a) - share(b));
  }
  return { isEmpty, indexed, scanned };
}

/** The same condition with at most one predicate a metric, in order of first mention, bounds in float32. */
export function mergePredicates(predicates: readonly RangePredicate[]): RangePredicate[] {
  const merged: { metric: number; min: number; max: number }[] = [];
  for (let i = 0; i < predicates.length; i++) {
    const { metric, min, max } = predicates[i];
    let at = 0;
    while (at < merged.length && merged[at].metric !== metric) at++;
    if (at === merged.length) {
      merged.push({ metric, min: Math.fround(min), max: Math.fround(max) });
    } else {
      merged[at].min = Math.max(merged[at].min, Math.fround(min));
      merged[at].max = Math.min(merged[at].max, Math.fround(max));
    }
  }
  return merged;
}

/** Estimated selectivity: share of the column's range covered; negative if empty, also for NaN bounds. */
function coveredShare(range: ValueRange | null, { min, max }: RangePredicate): number {
  if (range === null) return -1;
  const lo = Math.max(min, range.min);
  const hi = Math.min(max, range.max);
  if (!(lo <= hi)) return -1;
  return range.max === range.min ? 1 : (hi - lo) / (range.max - range.min);
}
