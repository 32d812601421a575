import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { NATIONAL_SCOPE, STATE_CODES, STATES } from "../../../src/dataset/states.ts";
import { Explorer } from "../../../src/domains/explorer/queries/explorer.ts";
import {
  METRIC_KEYS,
  METRICS,
  metricPosition,
} from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import type { SuburbColumns } from "../../../src/engine/columns/column.ts";
import {
  EVERY_SUBURB,
  type Expression,
  MAX_EXPRESSION_DEPTH,
} from "../../../src/engine/expressions/expression.ts";
import { TABLES_FOLDER } from "../../../src/snapshot/manifest/manifest.ts";
import { countryColumns } from "../../support/country/open-snapshot.ts";
import { openTestDatabase } from "../../support/data/example-dataset.ts";
import { handMadeColumns } from "../../support/data/hand-made-columns.ts";
import { expressionOver } from "../../support/data/random-expression.ts";
import { maskOf, matchingRows } from "../../support/plain/plain-expression.ts";
import { caseCount } from "../kernels/column-cases.ts";

const SCOPES = [...STATE_CODES, NATIONAL_SCOPE];
const PRICE = metricPosition("price");
const NBN = metricPosition("nbn");

const { directory, columns } = await countryColumns(inject("country").dataDir);
const explorers = [new Explorer(columns), new Explorer(columns, { plain: true, lane: 1 })];

function rowsOf(made: SuburbColumns, filter: Expression): number[] {
  const { mask } = new Explorer(made).explore({ scope: NATIONAL_SCOPE, filter, histograms: [] });
  return [...mask].flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => at * 8 + bit),
  );
}

describe("evaluateExpression", () => {
  const made = handMadeColumns(["Alpha", "Beta Bay", "gamma", "Delta", "Bayside"], {
    price: [1, 2, null, 4, 5],
    nbn: [0, 1, 2, null, 0],
  });
  const dear: Expression = { kind: "range", metric: PRICE, min: 2, max: Number.POSITIVE_INFINITY };

  it("is true for an AND and false for an OR without children", () => {
    expect(rowsOf(made, EVERY_SUBURB)).toEqual([0, 1, 2, 3, 4]);
    expect(rowsOf(made, { kind: "or", children: [] })).toEqual([]);
  });

  it("finds names by a part, in any letter case, never across two names", () => {
    expect(rowsOf(made, { kind: "name", text: "bay" })).toEqual([1, 4]);
    expect(rowsOf(made, { kind: "name", text: "a" })).toEqual([0, 1, 2, 3, 4]);
    expect(rowsOf(made, { kind: "name", text: "ybeta" })).toEqual([]);
    expect(rowsOf(made, { kind: "name", text: ".*" })).toEqual([]);
  });

  it("answers for no rows at all", () => {
    const { mask, count } = new Explorer(handMadeColumns([], {})).explore({
      scope: NATIONAL_SCOPE,
      filter: { kind: "not", child: { kind: "and", children: [dear, { kind: "name", text: "a" }] } },
      histograms: [],
    });
    expect([mask.length, count]).toEqual([0, 0]);
  });

  it("evaluates the deepest tree that is allowed without running out of masks", () => {
    const categories: Expression = { kind: "category", metric: NBN, indexes: [0, 2] };
    let tree: Expression = categories;
    for (let level = 1; level < MAX_EXPRESSION_DEPTH; level++) {
      tree = level % 2 === 0 ? { kind: "or", children: [tree] } : { kind: "and", children: [dear, tree] };
    }
    expect(rowsOf(made, tree)).toEqual([4]);
  });

  it("equals asking suburb by suburb, with SIMD and with plain loops, in every scope", () => {
    for (const code of SCOPES) {
      const scope = columns.scopes.get(code)!;
      fc.assert(
        fc.property(expressionOver(scope), (filter) => {
          const rows = matchingRows(scope, filter);
          for (const explorer of explorers) {
            const answer = explorer.explore({ scope: code, filter, histograms: [] });
            expect(answer.mask).toEqual(maskOf(rows, scope.index.n));
            expect(answer.count).toBe(rows.length);
          }
        }),
        { numRuns: caseCount(60) },
      );
    }
  });

  it("equals asking row by row at any number of rows, whatever the padding holds", () => {
    const value = fc.option(fc.integer({ min: 0, max: 2 }));
    const shape = fc.array(fc.tuple(value, value, fc.constantFrom("Abc", "bcd", "C d")), { maxLength: 300 });
    fc.assert(
      fc.property(shape, fc.nat(), (rows, seed) => {
        const random = handMadeColumns(
          rows.map(([, , name]) => name),
          { price: rows.map(([price]) => price), nbn: rows.map(([, nbn]) => nbn) },
        );
        const scope = random.scopes.get(NATIONAL_SCOPE)!;
        for (const filter of fc.sample(expressionOver(scope), { numRuns: 5, seed })) {
          expect(rowsOf(random, filter)).toEqual(matchingRows(scope, filter));
        }
      }),
      { numRuns: caseCount(60) },
    );
  });

  it("equals SQL over the snapshot's own Parquet", async () => {
    const db = await openTestDatabase();
    const [metrics, suburbs] = ["suburb_metrics", "suburbs"].map((table) =>
      join(directory, TABLES_FOLDER, `${table}.parquet`),
    );
    await db.run(
      `CREATE TABLE metrics AS SELECT m.*, s.sal_name FROM '${metrics}' m JOIN '${suburbs}' s USING (sal_code)`,
    );
    const scope = columns.scopes.get(NATIONAL_SCOPE)!;
    const filters = fc.sample(expressionOver(scope), caseCount(300));
    let telling = 0;
    for (const [i, filter] of filters.entries()) {
      const code = SCOPES[i % SCOPES.length];
      const { index } = columns.scopes.get(code)!;
      const inScope = code === NATIONAL_SCOPE ? "true" : `state_code = '${code}'`;
      const found = await db.columns(`SELECT sal_code FROM metrics WHERE ${inScope} AND (${sqlOf(filter)})`);
      const codes = new Set(found.sal_code);
      const rows = [...index.salCodes.keys()].filter((row) => codes.has(index.salCodes[row]));
      const answer = explorers[0].explore({ scope: code, filter, histograms: [] });
      expect(answer.count, JSON.stringify(filter)).toBe(codes.size);
      expect(answer.mask, JSON.stringify(filter)).toEqual(maskOf(rows, index.n));
      if (answer.count > 0 && answer.count < index.n) telling++;
    }
    // Expressions that match nothing or everything prove little.
    expect(telling).toBeGreaterThan(filters.length / 4);
  });
});

/** The expression as SQL; COALESCE makes a null false, since the engine's logic is two-valued. */
function sqlOf(expression: Expression): string {
  // From a string: DuckDB would parse a bare number as a decimal and round it to another float.
  const number = (value: number) => `CAST(CAST('${value}' AS DOUBLE) AS FLOAT)`;
  switch (expression.kind) {
    case "and":
      return expression.children.map((child) => `(${sqlOf(child)})`).join(" AND ") || "true";
    case "or":
      return expression.children.map((child) => `(${sqlOf(child)})`).join(" OR ") || "false";
    case "not":
      return `NOT (${sqlOf(expression.child)})`;
    case "range":
      return `COALESCE(${METRIC_KEYS[expression.metric]} BETWEEN ${number(expression.min)} AND ${number(expression.max)}, false)`;
    case "category":
      return `COALESCE(${METRIC_KEYS[expression.metric]} IN (${expression.indexes.join(", ")}), false)`;
    case "name":
      return `contains(lower(sal_name), '${expression.text.replaceAll("'", "''")}')`;
    case "hasData":
      return `${METRICS[expression.metric].key} IS NOT NULL`;
    case "state":
      return `left(sal_code, 1) IN (${STATES.filter(({ code }) => expression.codes.includes(code))
        .map(({ digit }) => `'${digit}'`)
        .join(", ")})`;
  }
}
