import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { isIdentifier } from "../../../../src/dataset/metric.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../../../src/dataset/states.ts";
import { Explorer } from "../../../../src/domains/explorer/queries/explorer.ts";
import { METRICS, metricPosition } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { SIMILARITY_METRICS } from "../../../../src/domains/suburbs/metrics/similarity-metrics.ts";
import { isNull, type SuburbScope } from "../../../../src/engine/columns/column.ts";
import { EVERY_SUBURB, type Expression } from "../../../../src/engine/expressions/expression.ts";
import { smallestKeys } from "../../../../src/engine/statistics/smallest-keys.ts";
import { caseCount } from "../../../engine/kernels/column-cases.ts";
import { countryColumns } from "../../../support/country/open-snapshot.ts";
import { handMadeColumns } from "../../../support/data/hand-made-columns.ts";
import { expressionOver } from "../../../support/data/random-expression.ts";
import { matchingRows } from "../../../support/plain/plain-expression.ts";
import { expectLeast, plainDistances, plainScores } from "../../../support/plain/plain-ranking.ts";

const [PRICE, AGE] = ["price", "age"].map(metricPosition);
const QUANTITIES = METRICS.flatMap((metric, m) =>
  metric.kind === "numeric" && !isIdentifier(metric) ? [m] : [],
);
const EVERYWHERE = { scope: NATIONAL_SCOPE, filter: EVERY_SUBURB };

const { columns } = await countryColumns(inject("country").dataDir);
const national = columns.scopes.get(NATIONAL_SCOPE)!;
const explorer = new Explorer(columns);

/** Requests of a kind, each with a scope and a filter that fits it. */
const questions = <Own extends object>(own: { [Name in keyof Own]: fc.Arbitrary<Own[Name]> }) =>
  fc.constantFrom(...STATE_CODES, NATIONAL_SCOPE).chain((code) =>
    fc.tuple(
      fc.record({
        scope: fc.constant(code),
        filter: fc.oneof(fc.constant(EVERY_SUBURB), expressionOver(columns.scopes.get(code)!)),
      }),
      fc.record(own) as fc.Arbitrary<Own>,
    ),
  );

/** The rows under a filter (without `salCode`'s), and those with data for all metrics. */
function candidatesOf(
  scope: SuburbScope,
  filter: Expression,
  metrics: readonly number[],
  salCode?: string,
): { candidates: number[]; complete: number[] } {
  const candidates = matchingRows(scope, filter).filter((row) => scope.index.salCodes[row] !== salCode);
  const complete = candidates.filter((row) => metrics.every((metric) => !isNull(scope.columns[metric], row)));
  return { candidates, complete };
}

const rowsOf = ({ index }: SuburbScope) => Array.from({ length: index.n }, (_, row) => row);

describe("rankSuburbs", () => {
  const made = handMadeColumns(["a", "b", "c", "d", "e"], {
    price: [1, 2, 2, 4, null],
    age: [40, 30, 20, null, 10],
  });
  const rank = (
    job: Partial<Parameters<Explorer["rank"]>[0]>,
    ...weights: [metric: number, weight: number][]
  ) =>
    new Explorer(made).rank({
      ...EVERYWHERE,
      k: 10,
      weights: weights.map(([metric, weight]) => ({ metric, weight })),
      ...job,
    });
  const ranked = (answer: ReturnType<Explorer["rank"]>) => answer.rows.map(({ position }) => position);

  it("leaves out and counts rows with too little behind their figures", () => {
    expect(ranked(rank({}, [AGE, 1]))).toEqual([0, 1, 2, 4]);
    const answer = rank({ base: { metric: PRICE, least: 2 } }, [AGE, 1]);
    expect(ranked(answer)).toEqual([1, 2]);
    expect(answer).toMatchObject({ candidateCount: 5, excludedCount: 3 });
  });

  it("keeps scores finite when the sum of the weights is not", () => {
    const { rows } = rank({ k: 1 }, [PRICE, Number.MAX_VALUE], [AGE, -Number.MAX_VALUE]);
    expect(rows[0]).toMatchObject({ position: 2, score: 0.5625 });
  });

  it("equals a plain recomputation under any filter", () => {
    const weight = fc
      .double({ noNaN: true, min: 1e-6, max: 9 })
      .chain((size) => fc.constantFrom(size, -size));
    const weights = fc
      .uniqueArray(fc.constantFrom(...QUANTITIES), { minLength: 1, maxLength: 6 })
      .chain((some) => fc.tuple(...some.map((metric) => weight.map((w) => ({ metric, weight: w })))));
    const cases = questions({ weights, k: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(cases, ([where, own]) => {
        const scope = columns.scopes.get(where.scope)!;
        const answer = explorer.rank({ ...where, ...own });
        const metrics = own.weights.map(({ metric }) => metric);
        const { candidates, complete } = candidatesOf(scope, where.filter, metrics);
        expect(answer.candidateCount).toBe(candidates.length);
        expect(answer.excludedCount).toBe(candidates.length - complete.length);
        const named = own.weights.map(({ metric, weight: w }) => ({ key: metric, weight: w }));
        const scores = plainScores(rowsOf(scope), complete, named, (row, metric) =>
          isNull(scope.columns[metric], row) ? undefined : scope.columns[metric].values[row],
        );
        expectLeast(
          answer.rows.map(({ position, score }) => [position, -score]),
          new Map(Array.from(scores, ([row, { score }]) => [row, -score])),
          own.k,
          1e-12,
        );
        for (const { position, contributions } of answer.rows) {
          const { parts } = scores.get(position)!;
          contributions.forEach(({ value, normalised, contribution }, i) => {
            expect([value, normalised]).toEqual(parts[i].slice(0, 2));
            expect(contribution).toBeCloseTo(parts[i][2], 12);
          });
        }
      }),
      { numRuns: caseCount(60) },
    );
  });
});

describe("smallestKeys", () => {
  it("equals sorting all keys and taking the first", () => {
    const key = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true }));
    fc.assert(
      fc.property(fc.array(key, { maxLength: 400 }), fc.nat({ max: 50 }), (keys, k) => {
        const sorted = [...keys.keys()].sort((a, b) =>
          keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b,
        );
        expect([...smallestKeys(Float64Array.from(keys), keys.length, k)]).toEqual(sorted.slice(0, k));
        const odd = [...keys.keys()].filter((place) => place % 2 === 1).reverse();
        expect([...smallestKeys(Float64Array.from(keys), odd.length, k, Uint32Array.from(odd))]).toEqual(
          sorted.filter((place) => place % 2 === 1).slice(0, k),
        );
      }),
      { numRuns: caseCount(500) },
    );
  });
});

const near = (values: Readonly<Record<string, readonly (number | null)[]>>, keys: readonly string[]) => {
  const names = Object.values(values)[0].map((_, row) => `s${row}`);
  return new Explorer(handMadeColumns(names, values)).similar({
    ...EVERYWHERE,
    salCode: "10000",
    metrics: keys.map(metricPosition),
    k: 10,
  })!;
};

/** A suburb's value of a metric as distances use it; undefined without data. */
function plainCompared(row: number, metric: number): number | undefined {
  const column = national.columns[metric];
  if (isNull(column, row)) return undefined;
  const value = column.values[row];
  if (column.metric.key === "population") return Math.log(Math.max(value, 1));
  return column.metric.key === "distance_to_coast" ? Math.min(value, 100) : value;
}

describe("similarSuburbs", () => {
  it("adds nothing for a metric without variance", () => {
    const { rows } = near({ age: [0.1, 0.1, 0.1], income: [1, 2, 3] }, ["age", "income"]);
    expect(rows.map(({ differences }) => differences[0].scaledDifference)).toEqual([0, 0]);
  });

  it("has no rows when nothing is left to compare", () => {
    const answer = near({ age: [null, 30, 40] }, ["age"]);
    expect(answer).toEqual({
      rows: [],
      candidateCount: 2,
      excludedCount: 0,
      comparedMetrics: [],
      ignoredMetrics: [AGE],
    });
  });

  it("equals a plain recomputation, whatever the target, scope, filter and metrics", () => {
    const metrics = fc.oneof(
      fc.constant(SIMILARITY_METRICS.map(metricPosition)),
      fc.uniqueArray(fc.constantFrom(...QUANTITIES), { minLength: 1, maxLength: 5 }),
    );
    const target = fc.nat({ max: national.index.n - 1 });
    const cases = questions({ metrics, target, k: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(cases, ([where, { metrics: asked, target, k }]) => {
        const scope = columns.scopes.get(where.scope)!;
        const salCode = national.index.salCodes[target];
        const answer = explorer.similar({ ...where, salCode, metrics: asked, k })!;
        const compared = asked.filter((metric) => !isNull(national.columns[metric], target));
        expect(answer.comparedMetrics).toEqual(compared);
        const first = national.index.salCodes.indexOf(scope.index.salCodes[0]);
        const { candidates, complete } = candidatesOf(scope, where.filter, compared, salCode);
        expect(answer.candidateCount).toBe(candidates.length);
        expect(answer.excludedCount).toBe(candidates.length - complete.length);
        const rows = complete.map((row) => first + row);
        const plain = plainDistances(rowsOf(national), rows, target, compared, plainCompared);
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
