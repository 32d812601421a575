import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { isIdentifier } from "../../../../src/dataset/metric.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../../../src/dataset/states.ts";
import { Explorer, type RankJob } from "../../../../src/domains/explorer/queries/explorer.ts";
import { METRICS, metricPosition } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { isNull, type SuburbScope } from "../../../../src/engine/columns/column.ts";
import { EVERY_SUBURB } from "../../../../src/engine/expressions/expression.ts";
import { smallestKeys } from "../../../../src/engine/statistics/smallest-keys.ts";
import { caseCount } from "../../../engine/kernels/column-cases.ts";
import { countryColumns } from "../../../support/country/open-snapshot.ts";
import { handMadeColumns } from "../../../support/data/hand-made-columns.ts";
import { expressionOver } from "../../../support/data/random-expression.ts";
import { matchingRows } from "../../../support/plain/plain-expression.ts";
import { expectLeast, plainScores } from "../../../support/plain/plain-ranking.ts";

const PRICE = metricPosition("price");
const AGE = metricPosition("age");
const QUANTITIES = METRICS.flatMap((metric, m) =>
  metric.kind === "numeric" && !isIdentifier(metric) ? [m] : [],
);

const { columns } = await countryColumns(inject("country").dataDir);
const explorer = new Explorer(columns);

/** A suburb's value of a metric; undefined where there is none. */
const valueIn = (scope: SuburbScope) => (row: number, metric: number) =>
  isNull(scope.columns[metric], row) ? undefined : scope.columns[metric].values[row];

describe("rankSuburbs", () => {
  const made = handMadeColumns(["a", "b", "c", "d", "e"], {
    price: [1, 2, 2, 4, null],
    age: [40, 30, 20, null, 10],
  });

  it("leaves out and counts rows with too little behind their figures", () => {
    const base = { metric: PRICE, least: 2 };
    const weights = [{ metric: AGE, weight: 1 }];
    const job = { scope: NATIONAL_SCOPE, filter: EVERY_SUBURB, weights, k: 10 };
    const ranked = (answer: ReturnType<Explorer["rank"]>) => answer.rows.map(({ position }) => position);
    expect(ranked(new Explorer(made).rank(job))).toEqual([0, 1, 2, 4]);
    const answer = new Explorer(made).rank({ ...job, base });
    expect(ranked(answer)).toEqual([1, 2]);
    expect(answer).toMatchObject({ candidateCount: 5, excludedCount: 3 });
  });

  it("scores by percentile ranks, half of the equals below", () => {
    const answer = new Explorer(made).rank({
      scope: NATIONAL_SCOPE,
      filter: EVERY_SUBURB,
      weights: [
        { metric: PRICE, weight: 1 },
        { metric: AGE, weight: -3 },
      ],
      k: 10,
    });
    // Prices rank 1/8, 4/8, 4/8, 7/8; ages 40, 30, 20 of four rank 7/8, 5/8, 3/8.
    const scores = answer.rows.map(({ position, score }) => [position, score]);
    expect(scores).toEqual([
      [2, 0.59375],
      [1, 0.40625],
      [0, 0.125],
    ]);
    expect(answer).toMatchObject({ candidateCount: 5, excludedCount: 2 });
    const [price, age] = [0, 1].map((place) =>
      answer.rows.map(({ contributions }) => Object.values(contributions[place])),
    );
    // Of each row the value, where it ranks, and what that contributes.
    expect(price).toEqual([
      [2, 0.5, 0.125],
      [2, 0.5, 0.125],
      [1, 0.125, 0.03125],
    ]);
    expect(age).toEqual([
      [20, 0.375, 0.46875],
      [30, 0.625, 0.28125],
      [40, 0.875, 0.09375],
    ]);
  });

  it("gives equal scores in the order of positions", () => {
    const { rows } = new Explorer(made).rank({
      scope: NATIONAL_SCOPE,
      filter: { kind: "range", metric: PRICE, min: 2, max: 2 },
      weights: [{ metric: PRICE, weight: 0.5 }],
      k: 1,
    });
    expect(rows.map(({ position, score }) => [position, score])).toEqual([[1, 0.5]]);
  });

  it("keeps scores finite when the sum of the weights is not", () => {
    const { rows } = new Explorer(made).rank({
      scope: NATIONAL_SCOPE,
      filter: EVERY_SUBURB,
      weights: [
        { metric: PRICE, weight: Number.MAX_VALUE },
        { metric: AGE, weight: -Number.MAX_VALUE },
      ],
      k: 1,
    });
    expect(rows[0]).toMatchObject({ position: 2, score: 0.5625 });
  });

  it("equals a plain recomputation under any filter", () => {
    const anyScope = fc.constantFrom(...STATE_CODES, NATIONAL_SCOPE);
    const weight = fc
      .double({ noNaN: true, min: 1e-6, max: 9 })
      .chain((size) => fc.constantFrom(size, -size));
    const metrics = fc.uniqueArray(fc.constantFrom(...QUANTITIES), { minLength: 1, maxLength: 6 });
    const weights = metrics.chain((some) =>
      fc.tuple(...some.map((metric) => weight.map((w) => ({ metric, weight: w })))),
    );
    const cases = anyScope.chain((code) =>
      fc.record({
        code: fc.constant(code),
        filter: fc.oneof(fc.constant(EVERY_SUBURB), expressionOver(columns.scopes.get(code)!)),
        weights,
        k: fc.integer({ min: 1, max: 200 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ code, filter, weights: some, k }) => {
        const scope = columns.scopes.get(code)!;
        const job: RankJob = { scope: code, filter, weights: some, k };
        const answer = explorer.rank(job);
        const candidates = matchingRows(scope, filter);
        const complete = candidates.filter((row) =>
          some.every(({ metric }) => !isNull(scope.columns[metric], row)),
        );
        expect(answer.candidateCount).toBe(candidates.length);
        expect(answer.excludedCount).toBe(candidates.length - complete.length);
        const everyRow = Array.from({ length: scope.index.n }, (_, row) => row);
        const named = some.map(({ metric, weight: w }) => ({ key: metric, weight: w }));
        const scores = plainScores(everyRow, complete, named, valueIn(scope));
        expectLeast(
          answer.rows.map(({ position, score }) => [position, -score]),
          new Map(Array.from(scores, ([row, { score }]) => [row, -score])),
          k,
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
      }),
      { numRuns: caseCount(500) },
    );
  });
});
