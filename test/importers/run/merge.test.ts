import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fragment } from "../../../src/importers/importer.ts";
import { mergeFragments } from "../../../src/importers/run/merge.ts";
import type { SourceFacts } from "../../../src/importers/source-licence.ts";

const source = (id: string, precedence: number): [string, SourceFacts] => [
  id,
  { id, publisher: "P", title: id, licence: "CC-BY-4.0", licenceClass: "open", attribution: "P", precedence },
];
const FACTS = new Map([source("strong", 50), source("weak", 20)]);

function fragment(sourceId: string, vintage: string, rows: Fragment["rows"]): Fragment {
  return { table: "suburb_demographics", sourceId, vintage, rows };
}

const merged = (fragments: readonly Fragment[]) => mergeFragments(fragments, FACTS).tables[0].rows;

describe("mergeFragments", () => {
  it("takes the source of higher precedence, whichever comes last", () => {
    const strong = fragment("strong", "2021-01-01", [{ sal_code: "10001", centroid_lat: -33 }]);
    const weak = fragment("weak", "2024-01-01", [{ sal_code: "10001", centroid_lat: -34, postcode: "2000" }]);
    const expected = [{ sal_code: "10001", centroid_lat: -33, postcode: "2000" }];
    expect(merged([strong, weak])).toEqual(expected);
    expect(merged([weak, strong])).toEqual(expected);
  });

  it("takes the newer vintage of one source, a withdrawn figure included, and keeps both dates", () => {
    const older = fragment("strong", "2021-01-01", [{ sal_code: "10001", median_age: 40, population: 5 }]);
    const newer = fragment("strong", "2022-01-01", [{ sal_code: "10001", median_age: 41, population: null }]);
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      const result = mergeFragments(order, FACTS);
      expect(result.tables[0].rows).toEqual([{ sal_code: "10001", median_age: 41, population: null }]);
      expect(result.vintages.get("strong")).toEqual(["2021-01-01", "2022-01-01"]);
      expect(result.conflicts).toEqual([]);
    }
  });

  it("does not let one source's missing figure hide another's", () => {
    const weak = fragment("weak", "2021-01-01", [{ sal_code: "10001", median_age: 40 }]);
    const strong = fragment("strong", "2022-01-01", [{ sal_code: "10001", median_age: null }]);
    expect(merged([weak, strong])).toEqual([{ sal_code: "10001", median_age: 40 }]);
  });

  it("says which source gave which column of a shared table", () => {
    const weak = fragment("weak", "2021-01-01", [{ sal_code: "10001", median_age: 40, postcode: "2000" }]);
    const strong = fragment("strong", "2022-01-01", [
      { sal_code: "10001", median_age: 41, population: null },
    ]);
    expect(mergeFragments([weak, strong], FACTS).columnsOf).toEqual(
      new Map([
        ["strong", ["suburb_demographics.median_age"]],
        ["weak", ["suburb_demographics.postcode"]],
      ]),
    );
    expect(mergeFragments([weak], FACTS).columnsOf).toEqual(new Map());
  });

  it("reports files of one vintage that contradict each other", () => {
    const [a, b] = [40, 41].map((age) =>
      fragment("strong", "2021-01-01", [{ sal_code: "10001", median_age: age }]),
    );
    expect(mergeFragments([a, b], FACTS).conflicts).toEqual([
      { table: "suburb_demographics", sourceId: "strong", column: "median_age", count: 1, example: "10001" },
    ]);
    expect(mergeFragments([a, a], FACTS).conflicts).toEqual([]);
  });

  it("gives the same rows in any order and when everything comes twice", () => {
    const cell = fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 });
    const row = fc.record({
      sal_code: fc.constantFrom("10001", "10002"),
      median_age: cell,
      population: cell,
    });
    const one = fc.record({
      sourceId: fc.constantFrom("strong", "weak"),
      vintage: fc.constantFrom("2021-01-01", "2022-01-01", "2023-01-01"),
      rows: fc.uniqueArray(row, { selector: (r) => r.sal_code, maxLength: 2 }),
    });
    // One fragment per source and vintage: two that contradict each other are reported as a conflict instead.
    const distinct = fc.uniqueArray(one, { selector: (f) => `${f.sourceId} ${f.vintage}`, minLength: 1 });
    fc.assert(
      fc.property(distinct, fc.infiniteStream(fc.nat()), (fragments, keys) => {
        const given = fragments.map((f) => fragment(f.sourceId, f.vintage, f.rows));
        const shuffled = [...given, ...given]
          .map((f) => [keys.next().value, f] as const)
          .sort(([a], [b]) => a - b)
          .map(([, f]) => f);
        const sorted = (rows: readonly object[]) =>
          rows.map((r) => Object.fromEntries(Object.entries(r).sort()));
        expect(sorted(merged(shuffled))).toEqual(sorted(merged(given)));
      }),
    );
  });
});
