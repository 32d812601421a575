import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { NATIONAL_SCOPE, STATE_CODES } from "../../../src/dataset/states.ts";
import { METRIC_KEYS, METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { isNull } from "../../../src/engine/columns/column.ts";
import { loadColumns, openColumns } from "../../../src/engine/columns/load-columns.ts";
import { positionOf } from "../../../src/engine/columns/suburb-index.ts";
import { COLUMNS_FILE, indexVersion, TABLES_FOLDER } from "../../../src/snapshot/manifest/manifest.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { arrowTable } from "../../support/data/arrow-table.ts";
import { openTestDatabase } from "../../support/data/example-dataset.ts";

const { directory, manifest } = await openSnapshot(inject("country").dataDir);
const file = await readFile(join(directory, COLUMNS_FILE));
const columns = await openColumns(join(directory, COLUMNS_FILE), manifest, {
  metrics: METRICS,
  reserveBytes: 0,
});

describe("openColumns", () => {
  it("holds for every state and the country what the snapshot's own Parquet says, nulls included", async () => {
    const db = await openTestDatabase();
    const parquet = join(directory, TABLES_FOLDER, "suburb_metrics.parquet");
    for (const scope of [...STATE_CODES, NATIONAL_SCOPE]) {
      const where = scope === NATIONAL_SCOPE ? "" : `WHERE state_code = '${scope}'`;
      const expected = await db.columns(`SELECT * FROM '${parquet}' ${where} ORDER BY sal_code`);
      const { index, columns: metrics } = columns.scopes.get(scope)!;
      expect(index.salCodes).toEqual(expected.sal_code);
      expect(index.indexVersion).toBe(indexVersion(expected.sal_code as string[]));
      METRIC_KEYS.forEach((key, m) => {
        const column = metrics[m];
        const held = Array.from(column.values, (value, i) => (isNull(column, i) ? null : value));
        expect(held, `${scope} ${key}`).toEqual(expected[key]);
        const present = held.filter((value) => value !== null);
        expect(column.nullCount).toBe(held.length - present.length);
        expect(column.min).toBe(present.length === 0 ? undefined : Math.min(...present));
        expect(column.max).toBe(present.length === 0 ? undefined : Math.max(...present));
      });
    }
  });

  it("gives Arrow vectors over the shared memory itself, not over a copy", () => {
    const scope = columns.scopes.get("NSW")!;
    const table = arrowTable(scope);
    expect(table.numRows).toBe(scope.index.n);
    scope.columns.forEach((column, m) => {
      const vector = table.getChild(METRIC_KEYS[m])!;
      expect(vector.data[0].values.buffer).toBe(columns.memory.buffer);
      expect(vector.nullCount).toBe(column.nullCount);
      for (let i = 0; i < scope.index.n; i += 7) {
        expect(vector.get(i)).toBe(isNull(column, i) ? null : column.values[i]);
      }
    });
    expect(columns.memory.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it("uses the values of a state where the country's lie", () => {
    const country = columns.scopes.get(NATIONAL_SCOPE)!;
    let from = 0;
    for (const state of STATE_CODES) {
      const scope = columns.scopes.get(state)!;
      scope.columns.forEach((column, m) => {
        expect(column.valuesOffset).toBe(country.columns[m].valuesOffset + 4 * from);
      });
      from += scope.index.n;
    }
    expect(from).toBe(country.index.n);
  });
});

describe("loadColumns", () => {
  it("holds the same as when the file is opened by its path", () => {
    const loaded = loadColumns(file, manifest, { metrics: METRICS, reserveBytes: 0 });
    for (const [code, scope] of columns.scopes) {
      const other = loaded.scopes.get(code)!;
      expect(other.index.salNames).toEqual(scope.index.salNames);
      scope.columns.forEach((column, m) => {
        expect(other.columns[m].values).toEqual(column.values);
        expect(other.columns[m].validity).toEqual(column.validity);
      });
    }
  });

  it("refuses a buffer that begins between two numbers or ends past the file, by its name", () => {
    const placed = (values: number) => ({
      ...manifest,
      columns: {
        ...manifest.columns,
        metrics: manifest.columns.metrics.map((metric, m) => (m === 0 ? { ...metric, values } : metric)),
      },
    });
    const [{ key, values }] = manifest.columns.metrics;
    expect(() => loadColumns(file, placed(values + 2), { metrics: METRICS, reserveBytes: 0 })).toThrow(
      `"${key}" begins at byte ${values + 2} of the columns, not at a multiple of 4`,
    );
    expect(() =>
      loadColumns(file, placed(values + 4 * file.byteLength), { metrics: METRICS, reserveBytes: 0 }),
    ).toThrow(`the columns have ${file.byteLength} bytes; "${key}" would need`);
  });

  it("refuses columns that disagree with the manifest on the number of suburbs", () => {
    const [first, ...others] = manifest.states;
    const wrong = { ...manifest, states: [{ ...first, suburbs: first.suburbs + 1 }, ...others] };
    expect(() => loadColumns(file, wrong, { metrics: METRICS, reserveBytes: 0 })).toThrow("its states 309");
  });
});

describe("positionOf", () => {
  it("finds every code and no other", () => {
    const { index } = columns.scopes.get(NATIONAL_SCOPE)!;
    expect(index.salCodes.map((code) => positionOf(index, code))).toEqual(index.salCodes.map((_, i) => i));
    for (const code of ["", "00000", "99999", "10001x"]) expect(positionOf(index, code)).toBe(-1);
  });
});
