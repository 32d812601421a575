import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import type { SuburbScope } from "../../../src/engine/columns/column.ts";
import type { FilterAnswer, RangePredicate } from "../../../src/engine/filter/predicate.ts";
import { maskOf, matchingRows } from "./plain-expression.ts";

/** What a filter must answer, row by row and predicate by predicate. */
export function plainFilter(scope: SuburbScope, predicates: readonly RangePredicate[]): FilterAnswer {
  const children = predicates.map((one) => ({ kind: "range" as const, ...one }));
  const rows = matchingRows(scope, { kind: "and", children });
  return { mask: maskOf(rows, scope.index.n), count: rows.length };
}

/** One to eight predicates: bounds that lie on values, between them, next to them or nowhere; some keys twice. */
export function randomPredicates(scope: SuburbScope, random: () => number): RangePredicate[] {
  const bound = (metric: number): number => {
    const { values } = scope.columns[metric];
    if (values.length === 0 || random() < 0.1) return (random() - 0.5) * 10 ** Math.floor(random() * 8);
    const value = values[Math.floor(random() * values.length)];
    if (!Number.isFinite(value) || random() < 0.5) return Number.isFinite(value) ? value : 0;
    return value * (0.9 + random() * 0.2);
  };
  const predicates: RangePredicate[] = [];
  const wanted = 1 + Math.floor(random() ** 2 * 8);
  while (predicates.length < wanted) {
    const known = predicates[Math.floor(random() * predicates.length)];
    const metric =
      known !== undefined && random() < 0.15 ? known.metric : Math.floor(random() * METRICS.length);
    const [a, b] = [bound(metric), bound(metric)];
    const form = random();
    predicates.push({
      metric,
      min: form < 0.2 ? Number.NEGATIVE_INFINITY : Math.min(a, b),
      max: form > 0.8 ? Number.POSITIVE_INFINITY : Math.max(a, b),
    });
  }
  return predicates;
}
