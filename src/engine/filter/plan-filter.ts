import type { RankBitmapPlace } from "../kernels/predicate-list.ts";
import type { ScopeSpace } from "./filter-space.ts";
import type { RangePredicate } from "./predicate.ts";

/** A predicate whose column has an index. */
export interface IndexedPredicate extends RangePredicate {
  readonly place: RankBitmapPlace;
}

/** What to evaluate: joins of bitmaps first, which cost the same in any order, then scans of what they left. */
export interface FilterPlan {
  /** No row can match and nothing need be read. */
  readonly isEmpty: boolean;
  readonly indexed: readonly IndexedPredicate[];
  /** Narrowest first, so that later scans skip blocks that are already empty. */
  readonly scanned: readonly RangePredicate[];
}

/**
 * Repeated metrics become one range, a range that misses its column's own ends the plan, and each predicate is joined
 * from its index where `find` knows one and scanned where not.
 */
export function planFilter(
  scope: ScopeSpace,
  predicates: readonly RangePredicate[],
  find: (scope: ScopeSpace, metric: number) => RankBitmapPlace | undefined,
): FilterPlan {
  const indexed: IndexedPredicate[] = [];
  const scanned: RangePredicate[] = [];
  let isEmpty = false;
  for (const predicate of mergePredicates(predicates)) {
    if (coveredShare(scope, predicate) < 0) isEmpty = true;
    const place = find(scope, predicate.metric);
    if (place === undefined) scanned.push(predicate);
    else indexed.push({ metric: predicate.metric, min: predicate.min, max: predicate.max, place });
  }
  if (scanned.length > 1) scanned.sort((a, b) => coveredShare(scope, a) - coveredShare(scope, b));
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

/** Share of the column's value range that a predicate covers: a guess at its selectivity; negative when it misses. */
function coveredShare(scope: ScopeSpace, { metric, min, max }: RangePredicate): number {
  const column = scope.columns[metric];
  if (column.min === undefined || column.max === undefined) return -1;
  const lo = Math.max(min, column.min);
  const hi = Math.min(max, column.max);
  if (lo > hi) return -1;
  return column.max === column.min ? 1 : (hi - lo) / (column.max - column.min);
}
