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

const PRICE = metricPosition("price");
const AGE = metricPosition("age");
const QUANTITIES = METRICS.flatMap((metric, m) =>
  metric.kind === "numeric" && !isIdentifier(metric) ? [m] : [],
);

const { columns } = await countryColumns(inject("country").dataDir);
const explorer = new Explorer(columns);

/** The percentile rank by its definition: one comparison with every suburb of the scope. */
function plainPercentile(scope: SuburbScope, metric: number, row: number): number {
  const column = scope.columns[metric];
  const held = [...column.values].filter((_, other) => !isNull(column, other));
  const value = column.values[row];
  const lower = held.filter((other) => other < value).length;
  const same = held.filter((other) => other === value).length;
  return (lower + same / 2) / held.length;
}

function plainRanking(scope: SuburbScope, { filter, weights, k }: RankJob) {
  const candidates = matchingRows(scope, filter);
  const complete = candidates.filter((row) =>
    weights.every(({ metric }) => !isNull(scope.columns[metric], row)),
  );
  const sum = weights.reduce((total, { weight }) => total + Math.abs(weight), 0);
  const scored = complete.map((position) => {
    const contributions = weights.map(({ metric, weight }) => {
      const p = plainPercentile(scope, metric, position);
      return (Math.abs(weight) * (weight > 0 ? p : 1 - p)) / sum;
    });
    return { position, contributions, score: contributions.reduce((total, part) => total + part, 0) };
  });
  return {
    candidateCount: candidates.length,
    excludedCount: candidates.length - complete.length,
    scored,
    size: Math.min(k, complete.length),
  };
}

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
        const plain = plainRanking(scope, job);
        expect(answer.candidateCount).toBe(plain.candidateCount);
        expect(answer.excludedCount).toBe(plain.excludedCount);
        expect(answer.rows.length).toBe(plain.size);
        const scores = new Map(plain.scored.map((one) => [one.position, one]));
        for (const { position, score, contributions } of answer.rows) {
          const one = scores.get(position)!;
          expect(score).toBeCloseTo(one.score, 12);
          contributions.forEach(({ value, normalised, contribution }, i) => {
            expect(value).toBe(scope.columns[some[i].metric].values[position]);
            expect(normalised).toBe(plainPercentile(scope, some[i].metric, position));
            expect(contribution).toBeCloseTo(one.contributions[i], 12);
          });
        }
        // No suburb that was left out scores better than the last that was not, and the order is by score, then position.
        const worst = answer.rows.at(-1)?.score ?? 0;
        const listed = new Set(answer.rows.map(({ position }) => position));
        for (const one of plain.scored) {
          if (!listed.has(one.position)) expect(one.score).toBeLessThanOrEqual(worst + 1e-12);
        }
        for (const [i, row] of answer.rows.slice(1).entries()) {
          const before = answer.rows[i];
          expect(
            before.score > row.score || (before.score === row.score && before.position < row.position),
          ).toBe(true);
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
