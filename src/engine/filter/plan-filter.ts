import type { SuburbScope } from "../columns/column.ts";
import type { RangePredicate } from "./predicate.ts";

/** What to evaluate, in order; `isEmpty` when no row can match and nothing need be read. */
export interface FilterPlan {
  readonly isEmpty: boolean;
  /** At most one a metric, bounds in float32. */
  readonly predicates: readonly RangePredicate[];
}

/**
 * Repeated metrics become one range, ranges that miss the column's own range end the plan, and narrow ranges come
 * first, so that later ones skip blocks that are already empty.
 */
export function planFilter(scope: SuburbScope, predicates: readonly RangePredicate[]): FilterPlan {
  const merged = new Map<number, RangePredicate>();
  for (const { metric, min, max } of predicates) {
    const known = merged.get(metric);
    merged.set(metric, {
      metric,
      min: Math.max(known?.min ?? Number.NEGATIVE_INFINITY, Math.fround(min)),
      max: Math.min(known?.max ?? Number.POSITIVE_INFINITY, Math.fround(max)),
    });
  }
  const ordered = [...merged.values()].sort((a, b) => coveredShare(scope, a) - coveredShare(scope, b));
  return { isEmpty: ordered.some((p) => coveredShare(scope, p) < 0), predicates: ordered };
}

/** Share of the column's value range that a predicate covers: a guess at its selectivity; negative when it misses. */
function coveredShare(scope: SuburbScope, { metric, min, max }: RangePredicate): number {
  const column = scope.columns[metric];
  if (column.min === undefined || column.max === undefined) return -1;
  const lo = Math.max(min, column.min);
  const hi = Math.min(max, column.max);
  if (lo > hi) return -1;
  return column.max === column.min ? 1 : (hi - lo) / (column.max - column.min);
}
