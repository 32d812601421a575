import type { RangePredicate } from "../filter/predicate.ts";

/** Limits of an expression; a lone predicate is one node on one level. */
export const MAX_EXPRESSION_NODES = 256;
export const MAX_EXPRESSION_DEPTH = 16;

/** A validated condition on a row, cloneable. False where its metric is null, so its negation is true. */
export type Expression =
  | { readonly kind: "and"; readonly children: readonly Expression[] }
  | { readonly kind: "or"; readonly children: readonly Expression[] }
  | { readonly kind: "not"; readonly child: Expression }
  | ({ readonly kind: "range" } & RangePredicate)
  | { readonly kind: "category"; readonly metric: number; readonly indexes: readonly number[] }
  /** `text` is lower case with collapsed white space. */
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "hasData"; readonly metric: number }
  | { readonly kind: "state"; readonly codes: readonly string[] };

/** Matches every row: the default when a request has no filter. */
export const EVERY_SUBURB: Expression = { kind: "and", children: [] };

/** Merges adjacent category indexes into value ranges, ascending. */
export function categoryRanges(metric: number, indexes: readonly number[]): RangePredicate[] {
  const ranges: { metric: number; min: number; max: number }[] = [];
  for (const index of [...new Set(indexes)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.max === index - 1) last.max = index;
    else ranges.push({ metric, min: index, max: index });
  }
  return ranges;
}

/** The single range equal to the expression; undefined if it needs more than one. */
export function asRange(expression: Expression): RangePredicate | undefined {
  switch (expression.kind) {
    case "range":
      return expression;
    case "hasData":
      return { metric: expression.metric, min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
    case "category": {
      const ranges = categoryRanges(expression.metric, expression.indexes);
      return ranges.length === 1 ? ranges[0] : undefined;
    }
    default:
      return undefined;
  }
}
