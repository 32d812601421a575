import { describe, expect, it } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { FilterPool } from "../../../src/engine/filter/filter-pool.ts";
import { inlineFilter } from "../../../src/engine/filter/inline-filter.ts";
import type { FilterAnswer, RangePredicate, SuburbFilter } from "../../../src/engine/filter/predicate.ts";
import { RankIndex } from "../../../src/engine/filter/rank-index.ts";
import { builtIndexes, pooledColumns } from "../../support/data/filter-pools.ts";
import { CENSUS_SIZES, madeColumns, SMALL_SIZES } from "../../support/data/made-columns.ts";
import { plainFilter, randomPredicates } from "../../support/plain/plain-expression.ts";
import { runSeed, seededRandom, shuffled } from "../../support/run/seeded-random.ts";
import { isLongRun } from "../../support/run/test-form.ts";

const REQUESTS = 2000;
const WORKERS = [1, 2, 4];

describe("SuburbFilter", () => {
  it("answers the same bytes inline, on 1, 2 and 4 workers, in plain loops, from floats in both folds and from bitmaps", async () => {
    const seed = runSeed("same bytes");
    const random = seededRandom(seed);
    const { columns, filterMemory } = madeColumns(
      isLongRun ? CENSUS_SIZES : SMALL_SIZES,
      seed,
      Math.max(...WORKERS),
    );
    const codes = [...columns.scopes.keys()];
    const requests = Array.from({ length: REQUESTS }, () => {
      const code = codes[Math.floor(random() * codes.length)];
      return { code, predicates: randomPredicates(columns.scopes.get(code)!, random) };
    });
    const expected = requests.map(({ code, predicates }) =>
      plainFilter(columns.scopes.get(code)!, predicates),
    );

    const indexed = new RankIndex(filterMemory, 0);
    const forced: [string, SuburbFilter][] = [
      ["floats, narrowed", inlineFilter(filterMemory, { indexed: false, fold: "narrow" })],
      ["floats, shuffled", inlineFilter(filterMemory, { indexed: false, fold: "shuffle" })],
      ["plain floats", inlineFilter(filterMemory, { indexed: false, plain: true })],
    ];
    for (const [name, filter] of forced)
      check(name, expected, requests, (r) => filter.filterSync(r.code, r.predicates));
    expect(builtIndexes(filterMemory)).toBe(0);
    // Half of the columns indexed: plans that join some predicates and scan others.
    for (const scope of filterMemory.scopes) {
      for (let metric = 0; metric < METRICS.length; metric += 2) indexed.build(scope, metric);
    }
    const mixed = inlineFilter(filterMemory);
    check("mixed", expected, requests, (r) => mixed.filterSync(r.code, r.predicates));
    for (const scope of filterMemory.scopes) {
      for (let metric = 0; metric < METRICS.length; metric++) indexed.build(scope, metric);
    }
    const bitmaps = inlineFilter(filterMemory);
    const plainBitmaps = inlineFilter(filterMemory, { plain: true });
    check("bitmaps", expected, requests, (r) => bitmaps.filterSync(r.code, r.predicates));
    check("plain bitmaps", expected, requests, (r) => plainBitmaps.filterSync(r.code, r.predicates));

    for (const threads of WORKERS) {
      // Its own columns, so that this pool's workers build the indexes while they answer.
      const fresh = madeColumns(isLongRun ? CENSUS_SIZES : SMALL_SIZES, seed, threads);
      const pool = new FilterPool({ threads });
      await pool.ready();
      const pooled = pool.attach(fresh.filterMemory);
      const answers = await Promise.all(
        requests.map(({ code, predicates }) => pooled.filter(code, shuffled(predicates, random))),
      );
      check(`${threads} workers`, expected, answers, (answer) => answer);
      const built = builtIndexes(fresh.filterMemory);
      expect(built).toBeGreaterThan(0);
      await pooled.close();
      await pool.close();
      console.log(`same bytes: ${REQUESTS} requests on ${threads} workers, ${built} indexes built by them`);
    }
    const matches = expected.reduce((sum, { count }) => sum + count, 0);
    console.log(
      `same bytes: ${REQUESTS} requests, ${matches} matching rows, ${forced.length + 3 + WORKERS.length} ways`,
    );
    expect(matches).toBeGreaterThan(REQUESTS);
  });

  it("takes more predicates than there are metrics", async () => {
    const random = seededRandom(12);
    const { pool, filter, right } = pooledColumns(12, { threads: 1 });
    await pool.ready();
    const wide: RangePredicate[] = Array.from({ length: 3000 }, () => ({
      metric: [4, 9, 14][Math.floor(random() * 3)],
      min: -random(),
      max: 50 + random(),
    }));
    const answer = await filter.filter("AU", wide);
    expect(answer).toEqual(right("AU", wide));
    expect(answer.count).toBeGreaterThan(0);
  });
});

function check<T>(
  way: string,
  expected: readonly FilterAnswer[],
  inputs: readonly T[],
  answer: (input: T) => FilterAnswer,
): void {
  inputs.forEach((input, i) => {
    const { mask, count } = answer(input);
    if (count !== expected[i].count || Buffer.compare(mask, expected[i].mask) !== 0) {
      throw new Error(`${way}: request ${i} matches ${count} rows, plainly ${expected[i].count}`);
    }
  });
}
