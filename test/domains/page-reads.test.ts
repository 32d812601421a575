import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, it } from "vitest";
import { loadPageSets } from "../../src/domains/aggregates.ts";
import type { PageSet } from "../../src/snapshot/pages/page-set.ts";

/** A node of DuckDB's syntax tree of a statement. */
type Node = Readonly<Record<string, unknown>>;

function* nodesIn(value: unknown): Generator<Node, void, void> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Node;
  for (const inner of Object.values(value)) yield* nodesIn(inner);
}

describe("reads of page sets", () => {
  let sets: readonly PageSet[];
  /** The tables in a statement, according to DuckDB's parser. */
  let tablesOf: (sql: string) => Promise<string[]>;
  beforeAll(async () => {
    sets = await loadPageSets();
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    tablesOf = async (sql) => {
      const reader = await connection.runAndReadAll("SELECT json_serialize_sql($sql::VARCHAR)", { sql });
      const tree = JSON.parse(reader.getRows()[0][0] as string);
      expect(tree.error, sql).toBe(false);
      const nodes = [...nodesIn(tree)];
      const named = nodes.flatMap(({ cte_map }) =>
        ((cte_map as { map: { key: string }[] })?.map ?? []).map(({ key }) => key),
      );
      const tables = nodes.filter(({ type }) => type === "BASE_TABLE");
      return tables
        .map(({ schema_name, table_name }) =>
          [schema_name, table_name].filter((name) => name !== "").join("."),
        )
        .filter((table) => !named.includes(table));
    };
    return () => {
      connection.closeSync();
      instance.closeSync();
    };
  });

  it("are the tables that the queries read, each named with its schema", async () => {
    for (const { name, queries, reads } of sets) {
      const tables = (await Promise.all(Object.values(queries).map(tablesOf))).flat();
      expect([name, reads.filter((one) => !one.startsWith("@"))]).toEqual([
        name,
        [...new Set(tables)].sort(),
      ]);
    }
  });

  it("name the facts of those sets alone whose documents look at them", () => {
    const facts = (set: PageSet) => set.reads.filter((one) => one.startsWith("@"));
    const having = sets.filter((set) => facts(set).length > 0);
    expect(Object.fromEntries(having.map((set) => [set.name, facts(set)]))).toEqual({
      suburb_profiles: ["@sources"],
      council_profiles: ["@sources"],
      outline_collections: ["@sources", "@synthetic"],
      maps: ["@sources", "@synthetic"],
      reports: ["@sources"],
      tax_profiles: ["@sources"],
    });
  });
});
