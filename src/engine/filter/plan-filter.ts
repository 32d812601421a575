import type { ValueRange } from "../columns/value-range.ts";
import type { RankBitmapPlace } from "../kernels/predicate-list.ts";
import type { ScopeMemory } from "./filter-memory.ts";
import type { RangePredicate } from "./predicate.ts";

/** What a thread knows of the columns that it filters. */
export interface ColumnFacts {
  /** Smallest and largest value of a column; null when every row is. */
  range(scope: ScopeMemory, metric: number): ValueRange | null;
  /** The column's index; undefined while there is none. */
  find(scope: ScopeMemory, metric: number): RankBitmapPlace | undefined;
}

/**
 * What to evaluate: joins of bitmaps first, which cost the same in any order, then scans of what they left. Repeated metrics
 * become one range, and a range that misses its column's own ends the plan.
 */
export function planFilter(scope: ScopeMemory, predicates: readonly RangePredicate[], facts: ColumnFacts) {
  const indexed: (RangePredicate & { place: RankBitmapPlace })[] = [];
  /** Whether a column has values that must be compared as floats: by their bits as integers is faster. */
  const scanned: (RangePredicate & { hasSign: boolean })[] = [];
  /** No row can match and nothing need be read. */
  let isEmpty = false;
  for (const predicate of mergePredicates(predicates)) {
    const { metric, min, max } = predicate;
    const range = facts.range(scope, metric);
    if (coveredShare(range, predicate) < 0) isEmpty = true;
    const place = facts.find(scope, metric);
    if (place === undefined) scanned.push({ metric, min, max, hasSign: range?.hasSign ?? false });
    else indexed.push({ metric, min, max, place });
  }
  // Narrowest first, so that later scans skip blocks that are already empty.
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

/**
 * Share of the column's value range that a predicate covers, a guess at its selectivity; negative when it misses, ends
 * before it begins or has a bound that is NaN.
 */
function coveredShare(range: ValueRange | null, { min, max }: RangePredicate): number {
  if (range === null) return -1;
  const lo = Math.max(min, range.min);
  const hi = Math.min(max, range.max);
  if (!(lo <= hi)) return -1;
  return range.max === range.min ? 1 : (hi - lo) / (range.max - range.min);
}
