import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { writeColumns } from "../../../src/snapshot/build/write-columns.ts";
import { indexVersion } from "../../../src/snapshot/manifest/manifest.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { emptyDatasetDatabase } from "../../support/data/build-db.ts";
import { opened, temporaryDirectory } from "../../support/run/fixtures.ts";

const ROWS = [
  { salCode: "10002", name: "Köln Hill", state: "NSW", postcode: null },
  { salCode: "80001", name: "Acton", state: "ACT", postcode: "2601" },
  { salCode: "10001", name: "Abbey", state: "NSW", postcode: "2000" },
  { salCode: "20001", name: "Zed", state: "VIC", postcode: "3000" },
];

/** A value for every metric and row; null for some, 0 for others. */
function metricValue(metric: number, row: number): number | null {
  if ((metric + row) % 5 === 0) return null;
  return (metric + row) % 5 === 1 ? 0 : Math.fround(metric * 1000.1 - row);
}

describe("writeColumns", () => {
  const db = opened(() => emptyDatasetDatabase());
  beforeAll(async () => {
    await db.run("CREATE TABLE serve.suburbs (sal_code VARCHAR, sal_name VARCHAR, postcode VARCHAR)");
    const keys = METRICS.map((metric) => `"${metric.key}" FLOAT`);
    await db.run(
      `CREATE TABLE serve.suburb_metrics (sal_code VARCHAR, state_code VARCHAR, ${keys.join(", ")})`,
    );
    await db.append("serve.suburbs", [
      ROWS.map((r) => r.salCode),
      ROWS.map((r) => r.name),
      ROWS.map((r) => r.postcode),
    ]);
    for (const [r, row] of ROWS.entries()) {
      const values = METRICS.map((_, m) => metricValue(m, r) ?? "NULL").join(", ");
      await db.run(`INSERT INTO serve.suburb_metrics VALUES ('${row.salCode}', '${row.state}', ${values})`);
    }
  });

  it("keeps names, order, zeros and nulls through the file", async () => {
    const path = join(await temporaryDirectory(), "columns.arrow");
    const facts = await writeColumns(db, path, METRICS);
    const table = tableFromIPC(await readFile(path));
    const order = [2, 0, 3, 1];
    const text = (name: string) => Array.from(table.getChild(name)!);
    expect(table.batches).toHaveLength(1);
    expect(text("sal_code")).toEqual(["10001", "10002", "20001", "80001"]);
    expect(text("sal_name")).toEqual(["Abbey", "Köln Hill", "Zed", "Acton"]);
    expect(text("state_code")).toEqual(["NSW", "NSW", "VIC", "ACT"]);
    expect(text("postcode")).toEqual(["2000", null, "3000", "2601"]);
    for (const [m, metric] of METRICS.entries()) {
      expect(Array.from(table.getChild(metric.key)!), metric.key).toEqual(
        order.map((r) => metricValue(m, r)),
      );
    }
    expect(facts.national).toEqual({ suburbs: 4, indexVersion: indexVersion(ROWS.map((r) => r.salCode)) });
    expect(facts.states.map((s) => [s.stateCode, s.suburbs])).toEqual([
      ["NSW", 2],
      ["VIC", 1],
      ["QLD", 0],
      ["SA", 0],
      ["WA", 0],
      ["TAS", 0],
      ["NT", 0],
      ["ACT", 1],
    ]);
    expect(facts.states[0].indexVersion).toBe("v1-6c47b7dab2d2");
    expect(facts.states[2].indexVersion).toBe("v1-e3b0c44298fc");
  });

  it("writes 0 for -0, and for a value that is -0 as a float", async () => {
    const [first, second] = METRICS;
    const path = join(await temporaryDirectory(), "columns.arrow");
    const select = db.columns.bind(db);
    const withNegativeZeros: BuildDatabase = Object.create(db, {
      columns: {
        value: async (sql: string) => ({
          ...(await select(sql)),
          [first.key]: [-0, 0, -1, -0],
          [second.key]: [-1e-60, 1e-60, null, -0],
        }),
      },
    });
    await writeColumns(withNegativeZeros, path, METRICS);
    const table = tableFromIPC(await readFile(path));
    expect(Array.from(table.getChild(first.key)!)).toEqual([0, 0, -1, 0]);
    expect(Array.from(table.getChild(second.key)!)).toEqual([0, 0, null, 0]);
  });

  it("puts 0 under a null, and unit, kind and labels next to each metric", async () => {
    const path = join(await temporaryDirectory(), "columns.arrow");
    await writeColumns(db, path, METRICS);
    const table = tableFromIPC(await readFile(path));
    for (const metric of METRICS) {
      const [chunk] = table.getChild(metric.key)!.data;
      const nulls =
        chunk.nullCount === 0 ? [] : [0, 1, 2, 3].filter((i) => ((chunk.nullBitmap[0] >> i) & 1) === 0);
      expect(
        nulls.map((i) => chunk.values[i]),
        metric.key,
      ).toEqual(nulls.map(() => 0));
      const notes = table.schema.fields.find((f) => f.name === metric.key)!.metadata;
      expect(notes.get("kind")).toBe(metric.kind);
      expect(notes.get("unit")).toBe(metric.unit);
      expect(JSON.parse(notes.get("categories") ?? "[]")).toEqual(metric.categories);
    }
  });

  it("refuses a suburb of another state than its code, one without a name, and a value that is not a number", async () => {
    const path = join(await temporaryDirectory(), "columns.arrow");
    const refused = async (change: string, message: RegExp) => {
      await db.run("BEGIN");
      await db.run(change);
      await expect(writeColumns(db, path, METRICS)).rejects.toThrow(message);
      await db.run("ROLLBACK");
    };
    await refused(
      "UPDATE serve.suburb_metrics SET state_code = 'WA' WHERE sal_code = '20001'",
      /20001 .* state WA/,
    );
    await refused(
      "DELETE FROM serve.suburbs WHERE sal_code = '80001'",
      /80001 .* not in the table of suburbs/,
    );
    await refused(
      "UPDATE serve.suburb_metrics SET age = 'NaN'::FLOAT WHERE sal_code = '10001'",
      /metric age of suburb 10001 is NaN/,
    );
    await refused(
      "INSERT INTO serve.suburb_metrics BY NAME SELECT '10001' AS sal_code, 'NSW' AS state_code",
      /10001 .* comes after 10001/,
    );
  });
});
