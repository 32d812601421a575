import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { FilterPool } from "../../../src/engine/filter/filter-pool.ts";
import type { RangePredicate } from "../../../src/engine/filter/predicate.ts";
import { openView } from "../../../src/engine/open-view.ts";
import { TABLES_FOLDER } from "../../../src/snapshot/manifest/manifest.ts";
import { sqlText } from "../../../src/snapshot/tables/sql-text.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { arrowTable } from "../../support/data/arrow-table.ts";
import { openTestDatabase } from "../../support/data/example-dataset.ts";
import { randomPredicates } from "../../support/plain/plain-expression.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";

const SETS = inForm({ short: 40, deep: 200, long: 1000 });

describe("SuburbFilter", () => {
  it("agrees with SQL over the snapshot's own Parquet and with Arrow vectors, in every state and the country", {
    timeout: 900_000,
  }, async () => {
    const random = seededRandom(runSeed("second opinions"));
    const snapshot = await openSnapshot(inject("opinionCountry").dataDir);
    const pool = new FilterPool({ threads: 1 });
    const owned = await openView(snapshot, {
      metrics: METRICS,
      sqlConnections: 1,
      sqlWaiting: 1,
      filterPool: pool,
    });
    const database = await openTestDatabase();
    const file = join(snapshot.directory, TABLES_FOLDER, "suburb_metrics.parquet");
    await database.run(`CREATE TABLE suburb_metrics AS SELECT * FROM read_parquet(${sqlText(file)})`);
    const { columns, suburbs } = owned.view;
    await pool.ready();
    const scopes = [...columns.scopes.values()];
    const tables = new Map(scopes.map((scope) => [scope, arrowTable(scope)]));
    const country = scopes.at(-1)!;
    let compared = 0;
    let matches = 0;
    for (let set = 0; set < SETS; set++) {
      // Bounds from one scope's values in turn, so that every state is cut in the middle once.
      const predicates = randomPredicates(scopes[set % scopes.length], random);
      const selected = await sqlMatches(database, predicates);
      for (const scope of scopes) {
        const { mask, count } = await suburbs.filter(scope.index.scope, predicates);
        const inSql = scope.index.salCodes.map((code) => selected.has(code));
        const inArrow = arrowMatches(tables.get(scope)!, scope.index.n, predicates);
        const differing = inSql.findIndex((inside, position) => {
          const isSet = ((mask[position >> 3] >> (position & 7)) & 1) === 1;
          return isSet !== inside || isSet !== inArrow[position];
        });
        if (differing >= 0) {
          const { scope: code, salCodes } = scope.index;
          throw new Error(
            `${code} ${salCodes[differing]}: mask ${mask[differing >> 3]}, SQL ${inSql[differing]}, Arrow ${inArrow[differing]} for ${JSON.stringify(predicates)}`,
          );
        }
        expect(count).toBe(inSql.filter(Boolean).length);
        expect(mask.length).toBe(Math.ceil(scope.index.n / 8));
        compared += scope.index.n;
      }
      matches += selected.size;
    }
    expect(compared).toBe(SETS * 2 * country.index.n);
    expect(matches).toBeGreaterThan(SETS);
    expect(matches).toBeLessThan((SETS * country.index.n) / 2);
    await owned.close();
    await pool.close();
    console.log(
      `second opinions: ${SETS} predicate sets x ${scopes.length} scopes, ${compared} positions compared, ` +
        `${matches} suburbs matched nationally, 0 differing`,
    );
  });
});

async function sqlMatches(
  database: BuildDatabase,
  predicates: readonly RangePredicate[],
): Promise<Set<string>> {
  const conditions = predicates.flatMap(({ metric, min, max }) => {
    const column = `"${METRICS[metric].key}"`;
    return [
      `${column} IS NOT NULL`,
      ...(Number.isFinite(min) ? [`${column} >= ${floatText(min)}`] : []),
      ...(Number.isFinite(max) ? [`${column} <= ${floatText(max)}`] : []),
    ];
  });
  const { sal_code } = await database.columns(
    `SELECT sal_code FROM suburb_metrics WHERE ${conditions.join(" AND ")}`,
  );
  return new Set(sal_code as string[]);
}

/** A float32 in SQL. A bare literal would be a decimal, which DuckDB rounds differently. */
function floatText(value: number): string {
  return `CAST(CAST('${value}' AS DOUBLE) AS FLOAT)`;
}

function arrowMatches(
  table: ReturnType<typeof arrowTable>,
  n: number,
  predicates: readonly RangePredicate[],
): boolean[] {
  const vectors = predicates.map(({ metric }) => table.getChild(METRICS[metric].key)!);
  return Array.from({ length: n }, (_, position) =>
    predicates.every(({ min, max }, p) => {
      const value = vectors[p].get(position) as number | null;
      return value !== null && value >= Math.fround(min) && value <= Math.fround(max);
    }),
  );
}
