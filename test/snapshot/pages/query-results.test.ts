import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyQueries } from "../../../src/snapshot/pages/build-page-set.ts";
import { QueryResults } from "../../../src/snapshot/pages/query-results.ts";
import { plainValue } from "../../../src/snapshot/tables/plain-value.ts";
import { askDuckdb } from "../../support/data/ask-duckdb.ts";
import { openTestDatabase } from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

/** SQL for a value of each kind, by row number `i`; some are null in some rows. */
const VALUES = [
  "i",
  "CASE WHEN i % 3 = 0 THEN i END",
  "i::INTEGER - 7",
  "i::UTINYINT",
  "sum(i) OVER ()",
  "CASE WHEN i % 2 = 0 THEN 'Zoë ' || i END",
  "''",
  "'same'",
  "'abc'::ENUM('abc', 'd')",
  "to_json([i])",
  "i % 2 = 0",
  "CASE WHEN i % 5 = 1 THEN i / 7 END",
  "(i / 7)::FLOAT",
  "DATE '1969-12-30' + i::INTEGER",
  "CASE WHEN i % 5 > 0 THEN TIMESTAMP '2020-01-01 00:00:00.123456' + to_seconds(i) END",
  "TIMESTAMPTZ '2020-01-01 00:00:00+10'",
  "[i, NULL, i + 1]",
  "CASE WHEN i % 2 = 0 THEN ['a', NULL] END",
  "[]::VARCHAR[]",
  "{'x': NULL::INTEGER}",
  "CASE WHEN i % 4 > 0 THEN {'n': i, 't': CASE WHEN i % 2 = 0 THEN 'x' END, 'l': [{'q': 1.5::DOUBLE, 's': NULL::STRUCT(z BIGINT)}]} END",
];

describe("QueryResults", () => {
  it("gives the rows that DuckDB's own reader gives, of every type and in their order", async () => {
    const db = await openTestDatabase();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1 }),
        // Row groups have 8192 rows.
        fc.constantFrom(0, 1, 9, 8192, 8200, 17_000),
        async (values, count) => {
          const columns = values.map((value, i) => `${value} AS c${i}`);
          const sql = `SELECT ${columns.join(", ")} FROM (SELECT range AS i FROM range(${count}))`;
          const expected = (await askDuckdb(sql)).convertRowObjects(plainValue);
          const results = new QueryResults(
            await copyQueries(db, { queries: { all: sql } }, await temporaryDirectory()),
          );
          expect(await results.rows("all")).toStrictEqual(expected);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("gives columns as doubles and as texts, NaN and empty where a value is missing", async () => {
    const db = await openTestDatabase();
    const sql = `
SELECT range AS a, CASE WHEN range % 2 = 0 THEN range / 4 END AS b, DATE '1970-01-02' AS c, CASE WHEN range = 1 THEN 'ä' END AS t
FROM range(9000)`;
    const results = new QueryResults(
      await copyQueries(db, { queries: { all: sql } }, await temporaryDirectory()),
    );
    const { a, b, c } = await results.numbers("all", ["a", "b", "c"]);
    expect(a).toEqual(Float64Array.from({ length: 9000 }, (_, i) => i));
    expect(b).toEqual(Float64Array.from({ length: 9000 }, (_, i) => (i % 2 === 0 ? i / 4 : Number.NaN)));
    expect(c.every((day) => day === 1)).toBe(true);
    const { t } = await results.texts("all", ["t"]);
    expect(t.slice(0, 3)).toEqual(["", "ä", ""]);
  });

  it("fails where a copy is cut off, whatever was cut", async () => {
    const db = await openTestDatabase();
    const directory = await temporaryDirectory();
    const queries = { all: "SELECT range AS a, 'text ' || range AS t FROM range(3000)" };
    const { all } = await copyQueries(db, { queries }, directory);
    const whole = readFileSync(all);
    for (const length of [0, 7, 200, whole.byteLength >> 1, whole.byteLength - 1]) {
      writeFileSync(all, whole.subarray(0, length));
      await expect(new QueryResults({ all }).rows("all")).rejects.toThrow();
    }
  });

  it("names a query that the set does not have", async () => {
    await expect(new QueryResults({}).rows("others")).rejects.toThrow('no query "others"');
  });
});
