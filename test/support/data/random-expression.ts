import fc from "fast-check";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { isNull, type SuburbScope } from "../../../src/engine/columns/column.ts";
import type { Expression } from "../../../src/engine/expressions/expression.ts";

const metricPositions = METRICS.map((_, m) => m);
const anyMetric = fc.constantFrom(...metricPositions);
const categoricalMetric = fc.constantFrom(
  ...metricPositions.filter((m) => METRICS[m].kind === "categorical"),
);

/** Expressions up to five levels deep, with bounds and names mostly from the scope, so that rows match. */
export function expressionOver(scope: SuburbScope): fc.Arbitrary<Expression> {
  const row = scope.index.n === 0 ? fc.constant(0) : fc.nat({ max: scope.index.n - 1 });
  const bound = (metric: number) =>
    fc.oneof(
      { weight: 4, arbitrary: row.map((r) => heldValue(scope, metric, r)) },
      { weight: 1, arbitrary: fc.float({ noNaN: true, noDefaultInfinity: true }) },
      { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }) },
    );
  const range = anyMetric.chain((metric) =>
    fc.tuple(bound(metric), bound(metric), fc.constantFrom("both", "min", "max")).map(
      ([a, b, ends]): Expression => ({
        kind: "range",
        metric,
        min: ends === "max" ? Number.NEGATIVE_INFINITY : Math.fround(Math.min(a, b)),
        max: ends === "min" ? Number.POSITIVE_INFINITY : Math.fround(Math.max(a, b)),
      }),
    ),
  );
  const category = categoricalMetric.chain((metric) =>
    fc
      .uniqueArray(fc.nat({ max: METRICS[metric].categories.length - 1 }), { minLength: 1, maxLength: 6 })
      .map((indexes): Expression => ({ kind: "category", metric, indexes })),
  );
  const name = fc
    .tuple(row, fc.nat({ max: 8 }), fc.integer({ min: 1, max: 5 }), fc.constantFrom("", "", "x"))
    .map(([r, from, length, extra]) => {
      const text = (scope.index.salNames[r] ?? "").toLowerCase();
      return text.slice(from, from + length).trim() + extra;
    })
    .map((text): Expression => ({ kind: "name", text: text === "" ? "a" : text }));
  const hasData = anyMetric.map((metric): Expression => ({ kind: "hasData", metric }));
  const state = fc
    .uniqueArray(fc.constantFrom(...STATE_CODES), { minLength: 1, maxLength: 3 })
    .map((codes): Expression => ({ kind: "state", codes }));
  return fc.letrec<{ node: Expression }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 4, arbitrary: range },
      { weight: 1, arbitrary: category },
      { weight: 1, arbitrary: name },
      { weight: 1, arbitrary: hasData },
      { weight: 1, arbitrary: state },
      {
        weight: 5,
        arbitrary: fc
          .tuple(fc.constantFrom("and", "or"), fc.array(tie("node"), { maxLength: 5 }))
          .map(([kind, children]): Expression => ({ kind: kind as "and" | "or", children })),
      },
      { weight: 2, arbitrary: tie("node").map((child): Expression => ({ kind: "not", child })) },
    ),
  })).node;
}

/** The metric's first non-null value from the given row on; 0 where the metric has no data. */
function heldValue(scope: SuburbScope, metric: number, from: number): number {
  const column = scope.columns[metric];
  for (let step = 0; step < scope.index.n; step++) {
    const row = (from + step) % scope.index.n;
    if (!isNull(column, row)) return column.values[row];
  }
  return 0;
}
