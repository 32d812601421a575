import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { isNull, type SuburbScope } from "../../../src/engine/columns/column.ts";
import type { FilterAnswer, RangePredicate } from "../../../src/engine/filter/predicate.ts";

/** What a filter must answer, row by row and predicate by predicate. */
export function plainFilter(scope: SuburbScope, predicates: readonly RangePredicate[]): FilterAnswer {
  const mask = new Uint8Array(Math.ceil(scope.index.n / 8));
  let count = 0;
  for (let row = 0; row < scope.index.n; row++) {
    const matches = predicates.every(({ metric, min, max }) => {
      const column = scope.columns[metric];
      const value = column.values[row];
      return !isNull(column, row) && value >= Math.fround(min) && value <= Math.fround(max);
    });
    if (!matches) continue;
    mask[row >> 3] |= 1 << (row & 7);
    count++;
  }
  return { mask, count };
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
