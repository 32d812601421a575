import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { isNull, type SuburbScope } from "../../../src/engine/columns/column.ts";
import type { Expression } from "../../../src/engine/expressions/expression.ts";
import type { FilterAnswer, RangePredicate } from "../../../src/engine/filter/predicate.ts";

/** Whether a row matches an expression: a direct transcription of the rules. */
export function satisfies(scope: SuburbScope, expression: Expression, row: number): boolean {
  const heldValue = (metric: number) =>
    isNull(scope.columns[metric], row) ? undefined : scope.columns[metric].values[row];
  switch (expression.kind) {
    case "and":
      return expression.children.every((child) => satisfies(scope, child, row));
    case "or":
      return expression.children.some((child) => satisfies(scope, child, row));
    case "not":
      return !satisfies(scope, expression.child, row);
    case "range": {
      const value = heldValue(expression.metric);
      return (
        value !== undefined && value >= Math.fround(expression.min) && value <= Math.fround(expression.max)
      );
    }
    case "category": {
      const value = heldValue(expression.metric);
      return value !== undefined && expression.indexes.includes(value);
    }
    case "name":
      return scope.index.salNames[row].toLowerCase().includes(expression.text);
    case "hasData":
      return heldValue(expression.metric) !== undefined;
    case "state":
      return expression.codes.includes(scope.index.stateCodes[row]);
  }
}

export function matchingRows(scope: SuburbScope, expression: Expression): number[] {
  return Array.from({ length: scope.index.n }, (_, row) => row).filter((row) =>
    satisfies(scope, expression, row),
  );
}

/** The rows as a bit mask: ceil(n/8) bytes, least significant bit first. */
export function maskOf(rows: readonly number[], n: number): Uint8Array {
  const mask = new Uint8Array(Math.ceil(n / 8));
  for (const row of rows) mask[row >> 3] |= 1 << (row & 7);
  return mask;
}

/** The expected filter result, row by row and predicate by predicate. */
export function plainFilter(scope: SuburbScope, predicates: readonly RangePredicate[]): FilterAnswer {
  const children = predicates.map((one) => ({ kind: "range" as const, ...one }));
  const rows = matchingRows(scope, { kind: "and", children });
  return { mask: maskOf(rows, scope.index.n), count: rows.length };
}

/** One to eight predicates, some with equal keys; bounds equal values, or are between, next to or far off. */
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
