import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { NATIONAL_SCOPE, STATE_CODES } from "../../../../src/dataset/states.ts";
import { describeMetrics, quantile } from "../../../../src/domains/explorer/queries/describe-metrics.ts";
import { METRICS, metricPosition } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { compareRows, rowOrderer } from "../../../../src/engine/statistics/order-rows.ts";
import { TABLES_FOLDER } from "../../../../src/snapshot/manifest/manifest.ts";
import { openBuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { caseCount } from "../../../engine/kernels/column-cases.ts";
import { countryColumns } from "../../../support/country/open-snapshot.ts";
import { handMadeColumns } from "../../../support/data/hand-made-columns.ts";
import { someOf } from "../../../support/run/test-form.ts";

const { directory, columns } = await countryColumns(inject("country").dataDir);

describe("describeMetrics", () => {
  it("puts quantiles in a straight line between neighbours", () => {
    const made = handMadeColumns(["a", "b", "c", "d", "e", "f"], {
      price: [40, null, 10, 30, 20, 50],
      nbn: [2, 0, null, 2, 2, null],
    });
    const described = describeMetrics(made.scopes.get(NATIONAL_SCOPE)!);
    expect(described[metricPosition("price")]).toEqual({
      dataCount: 5,
      range: { min: 10, max: 50, quantiles: { p5: 12, p25: 20, p50: 30, p75: 40, p95: 48 } },
      categoryCounts: [],
    });
    expect(described[metricPosition("nbn")]).toEqual({
      dataCount: 4,
      range: undefined,
      categoryCounts: [1, 0, 3],
    });
    expect(described[metricPosition("age")]).toEqual({ dataCount: 0, range: undefined, categoryCounts: [] });
  });

  it("agrees with SQL over the snapshot's own Parquet in every scope", async () => {
    const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 300, tempDirectory: "/tmp" });
    await db.run(
      `CREATE TABLE metrics AS FROM '${join(directory, TABLES_FOLDER, "suburb_metrics.parquet")}'`,
    );
    const numeric = METRICS.filter((metric) => metric.kind === "numeric").map((metric) => metric.key);
    const parts = numeric.map(
      (key) => `SELECT '${key}' AS key, count(${key})::INTEGER AS n, min(${key}) AS lo, max(${key}) AS hi,
        quantile_cont(${key}::DOUBLE, [0.05, 0.25, 0.5, 0.75, 0.95]) AS q FROM scope`,
    );
    for (const code of someOf([...STATE_CODES, NATIONAL_SCOPE], 2)) {
      const where = code === NATIONAL_SCOPE ? "true" : `state_code = '${code}'`;
      await db.run(`CREATE OR REPLACE VIEW scope AS FROM metrics WHERE ${where}`);
      const rows = await db.rows<{ key: string; n: number; lo: number | null; hi: number; q: number[] }>(
        parts.join(" UNION ALL "),
      );
      expect(rows.length).toBe(numeric.length);
      const described = describeMetrics(columns.scopes.get(code)!);
      for (const { key, n, lo, hi, q } of rows) {
        const { dataCount, range } = described[metricPosition(key)];
        expect(dataCount, `${code} ${key}`).toBe(n);
        if (lo === null) {
          expect(range).toBeUndefined();
          continue;
        }
        expect([range!.min, range!.max]).toEqual([lo, hi]);
        Object.values(range!.quantiles).forEach((value, i) => {
          expect(value, `${code} ${key} quantile ${i}`).toBeCloseTo(Math.fround(q[i]), 3);
        });
      }
    }
    db.close();
  });
});

describe("quantile", () => {
  it("is undefined without values and reads no further than the count", () => {
    expect(quantile([], 0, 0.5)).toBeUndefined();
    expect(quantile([1, 3, 1_000], 2, 1)).toBe(3);
  });

  it("stays infinite between two equal infinities", () => {
    const infinities = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    expect(quantile(infinities, 2, 0.25)).toBe(Number.NEGATIVE_INFINITY);
  });

  it("has the share of values below it that was asked for, and never falls when q rises", () => {
    const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.nat(100), fc.nat(100), (unsorted, a, b) => {
        const sorted = Float64Array.from(unsorted).sort();
        const [low, high] = [Math.min(a, b) / 100, Math.max(a, b) / 100];
        const at = quantile(sorted, sorted.length, low)!;
        expect(quantile(sorted, sorted.length, high)!).toBeGreaterThanOrEqual(at);
        // Of the n - 1 steps between neighbours, a share q is at or below the quantile.
        const below = sorted.filter((value) => value < at).length;
        const notAbove = sorted.filter((value) => value <= at).length;
        expect(below - 1).toBeLessThanOrEqual(low * (sorted.length - 1) + 1e-9);
        expect(notAbove).toBeGreaterThanOrEqual(Math.floor(low * (sorted.length - 1)) + 1);
      }),
      { numRuns: caseCount(500) },
    );
  });
});

describe("rowOrderer", () => {
  it("orders rows as a comparing sort does, which more than 65,536 rows are left to", () => {
    const { columns: metrics, index } = columns.scopes.get(NATIONAL_SCOPE)!;
    const orderOf = rowOrderer(index.n);
    for (const column of metrics) {
      const { rows, count } = orderOf(column);
      const compared = compareRows(column);
      expect([...rows.subarray(0, count)]).toEqual([...compared.rows]);
    }
    const many = 65_537;
    const made = handMadeColumns(
      Array.from({ length: many }, () => ""),
      { price: Array.from({ length: many }, (_, row) => (row === 3 ? null : (row * 7_919) % 1_000)) },
    );
    const column = made.scopes.get(NATIONAL_SCOPE)!.columns[metricPosition("price")];
    const { rows, count } = rowOrderer(many)(column);
    expect(count).toBe(many - 1);
    expect(rows.includes(3)).toBe(false);
    expect(rows.every((row, rank) => rank === 0 || column.values[rows[rank - 1]] <= column.values[row])).toBe(
      true,
    );
  });
});
