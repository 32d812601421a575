import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parquetMetadata } from "hyparquet";
import { describe, expect, inject, it } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly doc?: string;
  readonly unit?: string;
  readonly codes?: Record<string, string>;
  readonly nullMeaning?: string;
}

async function dictionaries(): Promise<Map<string, Column[]>> {
  const { directory } = await openSnapshot(inject("country").dataDir);
  const found = new Map<string, Column[]>();
  for (const name of readdirSync(join(directory, "tables"))) {
    const bytes = new Uint8Array(readFileSync(join(directory, "tables", name)));
    const { key_value_metadata: pairs = [], schema } = parquetMetadata(bytes.buffer);
    const text = pairs.find(({ key }) => key === "terrace_dictionary")?.value;
    expect(text, name).toBeDefined();
    const { table, columns } = JSON.parse(text!) as { table: string; columns: Column[] };
    expect(`${table}.parquet`).toBe(name);
    const tops = topNames(schema);
    expect(columns.map((column) => column.name)).toEqual(tops);
    found.set(table, columns);
  }
  return found;
}

/** The names of columns, without the members of lists and structs. */
function topNames(schema: { name: string; num_children?: number }[]): string[] {
  const names: string[] = [];
  let at = 1;
  const skip = (): void => {
    const { num_children: inside = 0 } = schema[at++];
    for (let i = 0; i < inside; i++) skip();
  };
  while (at < schema.length) {
    names.push(schema[at].name);
    skip();
  }
  return names;
}

describe("tableDictionary", () => {
  it("is in every table's file, with each column and its type, and what is known of most", async () => {
    const all = [...(await dictionaries()).values()].flat();
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(({ type }) => type === "")).toEqual([]);
    const described = all.filter(({ doc }) => doc !== undefined);
    expect(described.length / all.length).toBeGreaterThan(0.5);
  });

  it("tells unit, null meaning and category labels of every metric", async () => {
    const columns = (await dictionaries()).get("suburb_metrics")!;
    for (const { key, unit, categories, label } of METRICS) {
      const column = columns.find(({ name }) => name === key)!;
      expect(column.doc, key).toContain(label);
      expect(column.unit ?? "", key).toBe(unit);
      expect(column.nullMeaning).toBe("no data");
      expect(Object.values(column.codes ?? {})).toEqual([...categories]);
    }
  });
});
