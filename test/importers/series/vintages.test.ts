import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fragment, ImportRow } from "../../../src/importers/importer.ts";
import { keepVintages } from "../../../src/importers/run/keep-vintages.ts";

const fragment = (vintage: string, publishedOn: string | null, values: Record<string, number>): Fragment => ({
  table: "economic_observations",
  sourceId: "publisher",
  vintage,
  rows: Object.entries(values).map(([period, value]) => ({
    series_key: "cpi.index.aus",
    period,
    value,
    published_on: publishedOn,
  })),
});

const rowsOf = (fragments: readonly Fragment[], table: string) =>
  fragments.filter((one) => one.table === table).flatMap(({ rows }) => rows);

describe("keepVintages", () => {
  it("keeps what a later publication replaced, with the day on which it was published", () => {
    const kept = keepVintages([
      fragment("2024-03-01", "2024-03-01", { "2023-07-01": 1, "2023-10-01": 2 }),
      fragment("2024-06-01", "2024-06-01", { "2023-07-01": 1, "2023-10-01": 3, "2024-01-01": 4 }),
    ]);
    expect(rowsOf(kept, "series_vintages")).toEqual([
      { series_key: "cpi.index.aus", period: "2023-10-01", value: 2, published_on: "2024-03-01" },
    ]);
    const newest = rowsOf(kept, "economic_observations").slice(2);
    expect(newest.map(({ period, value, published_on }) => [period, value, published_on])).toEqual([
      ["2023-07-01", 1, "2024-03-01"],
      ["2023-10-01", 3, "2024-06-01"],
      ["2024-01-01", 4, "2024-06-01"],
    ]);
  });

  it("makes no vintage of figures whose day is unknown, and dates none of them", () => {
    const kept = keepVintages([
      fragment("2024-03-01", null, { "2023-07-01": 1, "2023-10-01": 2 }),
      fragment("2024-06-01", "2024-06-01", { "2023-07-01": 1, "2023-10-01": 3 }),
      fragment("2024-09-01", null, { "2023-10-01": 5 }),
    ]);
    expect(rowsOf(kept, "series_vintages")).toEqual([
      { series_key: "cpi.index.aus", period: "2023-10-01", value: 3, published_on: "2024-06-01" },
    ]);
    expect(rowsOf(kept, "economic_observations").map(({ published_on }) => published_on)).toEqual([
      ...[null, null],
      ...["2024-06-01", "2024-06-01"],
      null,
    ]);
  });

  it("agrees with a plain reading of the publications, in whatever order they come", () => {
    const days = ["2024-01-10", "2024-02-10", "2024-03-10", "2024-04-10"];
    const values = fc.dictionary(fc.constantFrom("2023-01-01", "2023-04-01", "2023-07-01"), fc.nat(3));
    fc.assert(
      fc.property(
        fc.tuple(values, values, values, values),
        fc.shuffledSubarray([0, 1, 2, 3]),
        (all, order) => {
          const kept = keepVintages(order.map((at) => fragment(days[at], days[at], all[at])));
          const dated = [...rowsOf(kept, "series_vintages"), ...newestRows(kept)];
          for (const [at, day] of days.entries()) {
            // What was published up to that day.
            const plain: Record<string, number> = {};
            for (const one of [...order].sort()) if (one <= at) Object.assign(plain, all[one]);
            expect(knownOn(dated, day)).toEqual(plain);
          }
        },
      ),
    );
  });
});

/** The rows after a merge: for each period, the newest fragment's. */
function newestRows(fragments: readonly Fragment[]): ImportRow[] {
  const newest = new Map<unknown, ImportRow>();
  for (const { rows } of fragments
    .filter(({ table }) => table === "economic_observations")
    .sort((a, b) => (a.vintage < b.vintage ? -1 : 1)))
    for (const row of rows) newest.set(row.period, row);
  return [...newest.values()];
}

function knownOn(rows: readonly ImportRow[], day: string): Record<string, unknown> {
  const known = new Map<string, ImportRow>();
  for (const row of rows) {
    const before = known.get(String(row.period));
    if (String(row.published_on) > day) continue;
    if (before === undefined || String(before.published_on) < String(row.published_on))
      known.set(String(row.period), row);
  }
  return Object.fromEntries([...known].map(([period, { value }]) => [period, value]));
}
