import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { inlineFilter } from "../../../src/engine/filter/inline-filter.ts";
import { builtIndexes } from "../../support/data/filter-pools.ts";
import { madeColumns, SMALL_SIZES } from "../../support/data/made-columns.ts";
import { plainFilter } from "../../support/plain/plain-expression.ts";

describe("inlineFilter", () => {
  it("indexes a column after its first use and answers the same from the index", async () => {
    const { columns, filterMemory } = madeColumns(SMALL_SIZES, 5, 0);
    const filter = inlineFilter(filterMemory);
    const predicates = [{ metric: 4, min: 20, max: 60 }];
    const before = filter.filterSync("NSW", predicates);
    expect(builtIndexes(filterMemory)).toBe(0);
    for (let turns = 0; turns < 10 && builtIndexes(filterMemory) === 0; turns++) await setImmediate();
    expect(builtIndexes(filterMemory)).toBe(1);
    expect(filter.filterSync("NSW", predicates)).toEqual(before);
    expect(before).toEqual(plainFilter(columns.scopes.get("NSW")!, predicates));
    expect(before.count).toBeGreaterThan(0);
  });

  it("matches every row when nothing is asked, and none of an unknown state", async () => {
    const { filterMemory } = madeColumns(SMALL_SIZES, 6, 0);
    const filter = inlineFilter(filterMemory);
    for (const { code, n } of filterMemory.scopes) {
      const { mask, count } = filter.filterSync(code, []);
      expect(count).toBe(n);
      expect(mask.length).toBe(Math.ceil(n / 8));
      if (n % 8 !== 0) expect(mask.at(-1)).toBe((1 << (n % 8)) - 1);
    }
    expect(filter.filterSync("XX", [])).toEqual({ mask: new Uint8Array(0), count: 0 });
    await expect(filter.filter("NSW", [], AbortSignal.abort())).rejects.toThrow();
  });

  it("keeps an answer's bytes when later calls use the same scratch space", () => {
    const { columns, filterMemory } = madeColumns(SMALL_SIZES, 7, 0);
    const filter = inlineFilter(filterMemory);
    const asked = METRICS.map((_, metric) => [{ metric, min: 0, max: 50 }]);
    const answers = asked.map((predicates) => filter.filterSync("AU", predicates));
    asked.forEach((predicates, i) => {
      expect(answers[i]).toEqual(plainFilter(columns.scopes.get("AU")!, predicates));
    });
  });
});
