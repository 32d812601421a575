import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { NATIONAL_SCOPE, STATE_CODES } from "../../../src/dataset/states.ts";
import { Explorer } from "../../../src/domains/explorer/queries/explorer.ts";
import { METRICS, metricPosition } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { isNull, type SuburbScope } from "../../../src/engine/columns/column.ts";
import type { Expression } from "../../../src/engine/expressions/expression.ts";
import type { HistogramAnswer } from "../../../src/engine/statistics/histograms.ts";
import { countryColumns } from "../../support/country/open-snapshot.ts";
import { handMadeColumns } from "../../support/data/hand-made-columns.ts";
import { expressionOver } from "../../support/data/random-expression.ts";
import { matchingRows } from "../../support/plain/plain-expression.ts";
import { caseCount } from "../kernels/column-cases.ts";

const { columns } = await countryColumns(inject("country").dataDir);
const explorer = new Explorer(columns);

/** One histogram of hand-made prices over the suburbs whose name contains an x. */
function pricesHistogram(prices: readonly (number | null)[], names: readonly string[], binCount: number) {
  const made = handMadeColumns(names, { price: prices });
  const [answer] = new Explorer(made).explore({
    scope: NATIONAL_SCOPE,
    filter: { kind: "name", text: "x" },
    histograms: [{ metric: metricPosition("price"), binCount }],
  }).histograms;
  return readable(answer);
}

function readable(answer: HistogramAnswer) {
  return { ...answer, edges: [...answer.edges], matched: [...answer.matched], all: [...answer.all] };
}

function plainHistogram(scope: SuburbScope, filter: Expression, metric: number, binCount: number) {
  const column = scope.columns[metric];
  const isNumeric = column.metric.kind === "numeric";
  const rows = Array.from({ length: scope.index.n }, (_, row) => row);
  const held = rows.filter((row) => !isNull(column, row)).map((row) => column.values[row]);
  const [min, max] = [Math.min(...held), Math.max(...held)];
  const bins = held.length === 0 || min === max ? Math.min(1, held.length) : binCount;
  const edges =
    bins === 0
      ? []
      : Array.from({ length: bins + 1 }, (_, i) =>
          i === bins ? max : Math.fround(min + ((max - min) * i) / bins),
        );
  const binOf = (value: number) =>
    isNumeric ? edges.slice(0, -1).findLastIndex((edge) => edge <= value) : value;
  const count = (some: readonly number[]) => {
    const counts = new Array<number>(isNumeric ? bins : column.metric.categories.length).fill(0);
    for (const row of some) if (!isNull(column, row)) counts[binOf(column.values[row])]++;
    return counts;
  };
  const matches = matchingRows(scope, filter);
  const matchedValues = matches.filter((row) => !isNull(column, row)).map((row) => column.values[row]);
  const hasExtent = isNumeric && matchedValues.length > 0;
  return {
    metric,
    edges: isNumeric ? edges : [],
    matched: count(matches),
    all: count(rows),
    matchedNulls: matches.length - matchedValues.length,
    allNulls: rows.length - held.length,
    matchedMin: hasExtent ? Math.min(...matchedValues) : undefined,
    matchedMax: hasExtent ? Math.max(...matchedValues) : undefined,
  };
}

describe("metricHistogram", () => {
  it("has one bin when all values are equal", () => {
    const { edges, matched, all } = pricesHistogram([7, 7, null], ["x", "b", "c"], 20);
    expect({ edges, matched, all }).toEqual({ edges: [7, 7], matched: [1], all: [2] });
  });

  it("has no bins without data and no extent without a match that has data", () => {
    expect(pricesHistogram([null, null], ["x", "b"], 20)).toMatchObject({
      edges: [],
      matched: [],
      all: [],
      matchedNulls: 1,
      allNulls: 2,
      matchedMin: undefined,
      matchedMax: undefined,
    });
    expect(pricesHistogram([1, 2, null], ["a", "b", "x"], 2)).toMatchObject({
      matched: [0, 0],
      matchedMin: undefined,
    });
  });

  it("keeps edges ascending where float32 has fewer values than there are bins", () => {
    const near = Math.fround(16_777_218);
    const { edges, all } = pricesHistogram([16_777_216, near, near], ["a", "b", "c"], 200);
    expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(3);
    // Of equal edges, the last bin has the value.
    expect(all.indexOf(1)).toBe(edges.lastIndexOf(16_777_216));
    expect(all.at(-1)).toBe(2);
  });

  it("equals counting bin by bin, for every metric and any number of bins", () => {
    const anyScope = fc.constantFrom(...STATE_CODES, NATIONAL_SCOPE);
    const query = fc.record({
      metric: fc.nat({ max: METRICS.length - 1 }),
      binCount: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(
        anyScope.chain((code) => fc.tuple(fc.constant(code), expressionOver(columns.scopes.get(code)!))),
        fc.array(query, { maxLength: 5 }),
        ([code, filter], histograms) => {
          const scope = columns.scopes.get(code)!;
          const answer = explorer.explore({ scope: code, filter, histograms });
          expect(answer.histograms.map(readable)).toEqual(
            histograms.map(({ metric, binCount }) => plainHistogram(scope, filter, metric, binCount)),
          );
        },
      ),
      { numRuns: caseCount(150) },
    );
  });
});
