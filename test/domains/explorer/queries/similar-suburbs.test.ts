import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { isIdentifier } from "../../../../src/dataset/metric.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../../../src/dataset/states.ts";
import { Explorer } from "../../../../src/domains/explorer/queries/explorer.ts";
import { METRICS, metricPosition } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { SIMILARITY_METRICS } from "../../../../src/domains/suburbs/metrics/similarity-metrics.ts";
import { isNull } from "../../../../src/engine/columns/column.ts";
import { EVERY_SUBURB } from "../../../../src/engine/expressions/expression.ts";
import { caseCount } from "../../../engine/kernels/column-cases.ts";
import { countryColumns } from "../../../support/country/open-snapshot.ts";
import { handMadeColumns } from "../../../support/data/hand-made-columns.ts";
import { expressionOver } from "../../../support/data/random-expression.ts";
import { matchingRows } from "../../../support/plain/plain-expression.ts";
import { expectLeast, plainDistances } from "../../../support/plain/plain-ranking.ts";

const QUANTITIES = METRICS.flatMap((metric, m) =>
  metric.kind === "numeric" && !isIdentifier(metric) ? [m] : [],
);

const { columns } = await countryColumns(inject("country").dataDir);
const national = columns.scopes.get(NATIONAL_SCOPE)!;
const explorer = new Explorer(columns);

const near = (values: Readonly<Record<string, readonly (number | null)[]>>, keys: readonly string[]) => {
  const names = Object.values(values)[0].map((_, row) => `s${row}`);
  return new Explorer(handMadeColumns(names, values)).similar({
    scope: NATIONAL_SCOPE,
    filter: EVERY_SUBURB,
    salCode: "10000",
    metrics: keys.map(metricPosition),
    k: 10,
  })!;
};

/** A metric's value as distances use it, of a suburb of the country; undefined without data. */
function plainCompared(row: number, metric: number): number | undefined {
  const column = national.columns[metric];
  if (isNull(column, row)) return undefined;
  const value = column.values[row];
  if (column.metric.key === "population") return Math.log(Math.max(value, 1));
  return column.metric.key === "distance_to_coast" ? Math.min(value, 100) : value;
}

describe("similarSuburbs", () => {
  it("measures in standard deviations of the country, nearest first, ties by position", () => {
    // Ages 1, 3, 5, 3: deviation sqrt(2).
    const { rows, candidateCount, excludedCount } = near({ age: [1, 3, 5, 3] }, ["age"]);
    expect(rows.map(({ position }) => position)).toEqual([1, 3, 2]);
    expect(rows[0].distance).toBeCloseTo(Math.SQRT2, 12);
    expect(rows[2].differences).toEqual([
      { targetValue: 1, value: 5, scaledDifference: expect.closeTo(2 * Math.SQRT2, 12) },
    ]);
    expect([candidateCount, excludedCount]).toEqual([3, 0]);
  });

  it("compares residents on a logarithmic scale and takes the coast as 100 km away at most", () => {
    const { rows } = near({ population: [0, 1, 100, 10_000], distance_to_coast: [100, 900, 200, 5_000] }, [
      "population",
      "distance_to_coast",
    ]);
    expect(rows.map(({ position, distance }) => [position, distance > 0])).toEqual([
      [1, false],
      [2, true],
      [3, true],
    ]);
    // ln 10000 is twice ln 100, and the coast adds nothing.
    expect(rows[2].distance / rows[1].distance).toBeCloseTo(2, 12);
    expect(rows[0].differences).toEqual([
      { targetValue: 0, value: 1, scaledDifference: 0 },
      { targetValue: 100, value: 900, scaledDifference: 0 },
    ]);
  });

  it("adds nothing for a metric without variance", () => {
    const { rows } = near({ age: [0.1, 0.1, 0.1], income: [1, 2, 3] }, ["age", "income"]);
    expect(rows.map(({ differences }) => differences[0].scaledDifference)).toEqual([0, 0]);
  });

  it("ignores metrics that the target lacks and leaves out suburbs that lack others", () => {
    const answer = near({ age: [null, 30, 40], income: [1, 2, null], price: [5, null, 5] }, [
      "age",
      "income",
    ]);
    expect(answer.comparedMetrics).toEqual([metricPosition("income")]);
    expect(answer.ignoredMetrics).toEqual([metricPosition("age")]);
    expect(answer.rows.map(({ position }) => position)).toEqual([1]);
    expect([answer.candidateCount, answer.excludedCount]).toEqual([2, 1]);
  });

  it("has no rows when nothing is left to compare", () => {
    const answer = near({ age: [null, 30, 40] }, ["age"]);
    expect(answer).toEqual({
      rows: [],
      candidateCount: 2,
      excludedCount: 0,
      comparedMetrics: [],
      ignoredMetrics: [metricPosition("age")],
    });
  });

  it("knows no suburb of an unknown code", () => {
    const job = { scope: NATIONAL_SCOPE, filter: EVERY_SUBURB, metrics: [metricPosition("age")], k: 1 };
    expect(explorer.similar({ ...job, salCode: "99999" })).toBeUndefined();
  });

  it("equals a plain recomputation, whatever the target, scope, filter and metrics", () => {
    const anyScope = fc.constantFrom(...STATE_CODES, NATIONAL_SCOPE);
    const metrics = fc.oneof(
      fc.constant(SIMILARITY_METRICS.map(metricPosition)),
      fc.uniqueArray(fc.constantFrom(...QUANTITIES), { minLength: 1, maxLength: 5 }),
    );
    const cases = anyScope.chain((code) =>
      fc.record({
        code: fc.constant(code),
        filter: fc.oneof(fc.constant(EVERY_SUBURB), expressionOver(columns.scopes.get(code)!)),
        metrics,
        target: fc.nat({ max: national.index.n - 1 }),
        k: fc.integer({ min: 1, max: 100 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ code, filter, metrics: asked, target, k }) => {
        const scope = columns.scopes.get(code)!;
        const salCode = national.index.salCodes[target];
        const answer = explorer.similar({ scope: code, filter, salCode, metrics: asked, k })!;
        const compared = asked.filter((metric) => !isNull(national.columns[metric], target));
        expect(answer.comparedMetrics).toEqual(compared);
        const first = national.index.salCodes.indexOf(scope.index.salCodes[0]);
        const candidates = matchingRows(scope, filter).filter((row) => scope.index.salCodes[row] !== salCode);
        const complete = candidates.filter((row) =>
          compared.every((metric) => !isNull(scope.columns[metric], row)),
        );
        expect(answer.candidateCount).toBe(candidates.length);
        expect(answer.excludedCount).toBe(candidates.length - complete.length);
        const everyRow = Array.from({ length: national.index.n }, (_, row) => row);
        const rows = complete.map((row) => first + row);
        const plain = plainDistances(everyRow, rows, target, compared, plainCompared);
        expectLeast(
          answer.rows.map(({ position, distance }) => [first + position, distance]),
          new Map(compared.length === 0 ? [] : Array.from(plain, ([row, one]) => [row, one.distance])),
          k,
          1e-9,
        );
        for (const { position, differences } of answer.rows) {
          const { steps } = plain.get(first + position)!;
          differences.forEach(({ scaledDifference }, m) => {
            expect(scaledDifference).toBeCloseTo(steps[m], 9);
          });
        }
      }),
      { numRuns: caseCount(60) },
    );
  });
});
