import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadAggregates } from "../../../src/domains/aggregates.ts";
import { type Aggregate, type BuildContext, tablesInSql } from "../../../src/snapshot/tables/aggregate.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";

describe("tablesInSql", () => {
  it("tells a dataset table from a query of the same name in the same statement", () => {
    const sql = `
      CREATE TABLE work.a AS WITH lga AS (SELECT 1) SELECT * FROM lga JOIN suburb_lga ON true;
      CREATE TABLE serve.b AS SELECT * FROM work.a JOIN lga ON true`;
    expect(tablesInSql(sql)).toEqual({
      creates: ["work.a", "serve.b"],
      reads: ["main.lga", "main.suburb_lga"],
    });
  });

  it("takes nothing from comments and texts, and knows the as-of instant", () => {
    const sql =
      "SELECT ' FROM lga' -- JOIN companies\n, getvariable('as_of') FROM serve.suburbs, lateral (SELECT 1)";
    expect(tablesInSql(sql)).toEqual({ creates: [], reads: ["@as_of", "serve.suburbs"] });
  });
});

describe("reads and creates of every aggregate", () => {
  let instance: DuckDBInstance;
  let aggregates: readonly Aggregate[];
  beforeAll(async () => {
    instance = await DuckDBInstance.create(":memory:");
    aggregates = await loadAggregates();
  });
  afterAll(() => instance.closeSync());

  it("are what DuckDB's parser finds in the statements that it runs", async () => {
    const connection = await instance.connect();
    const wrong: object[] = [];
    for (const { name, reads, creates = [], run } of aggregates) {
      const statements = await statementsOf(run);
      const found = new Set<string>();
      for (const query of statements.flatMap(queriesIn)) {
        const parsed = await connection.runAndReadAll("SELECT json_serialize_sql($query::VARCHAR)", {
          query,
        });
        const tree = JSON.parse(parsed.getRows()[0][0] as string);
        if (tree.error) throw new Error(`${name}: ${tree.error_message}: ${query}`);
        addTables(tree, new Set(), found);
      }
      const parsed = [...found].filter((table) => !creates.includes(table)).sort();
      if (statements.some((sql) => sql.includes("getvariable('as_of')"))) parsed.unshift("@as_of");
      if (reads?.join() !== parsed.join()) wrong.push({ name, reads, parsed });
    }
    connection.closeSync();
    expect(wrong).toEqual([]);
  });

  it("name every table that is served, and none twice", () => {
    const created = aggregates.flatMap(({ creates = [] }) => creates);
    expect(new Set(created).size).toBe(created.length);
    const served = aggregates.flatMap(({ tables }) => tables.map(({ name }) => `serve.${name}`));
    expect(created.filter((table) => table.startsWith("serve.")).sort()).toEqual(served.sort());
  });

  it("lead to tables that some aggregate creates before", () => {
    const known = new Set<string>();
    const missing: string[] = [];
    for (const { name, reads = [], creates = [] } of aggregates) {
      for (const table of reads) {
        if (!/^(main\.|@)/.test(table) && !known.has(table)) missing.push(`${name}: ${table}`);
      }
      for (const table of creates) known.add(table);
    }
    expect(missing).toEqual([]);
  });
});

/** The SQL that an aggregate runs, over a database that returns no rows. */
async function statementsOf(run: Aggregate["run"]): Promise<string[]> {
  const statements: string[] = [];
  const noColumns = new Proxy({}, { get: () => [] });
  const take = <T>(result: T) => {
    return async (sql: string) => {
      statements.push(sql);
      return result;
    };
  };
  const db = {
    run: take(undefined),
    rows: take([]),
    columns: take(noColumns),
    append: async () => {},
  } as unknown as BuildDatabase;
  await run(db, { asOf: new Date(0), sources: [], synthetic: true } satisfies BuildContext);
  return statements;
}

function queriesIn(sql: string): string[] {
  return sql
    .replaceAll(/--[^\n]*/g, "")
    .split(/;\s*(?:\n|$)/)
    .map((text) => text.replace(/^\s*(?:CREATE (?:OR REPLACE )?(?:TABLE|VIEW) \S+ AS|INSERT INTO \S+)\s/, ""))
    .filter((text) => text.trim() !== "" && !/^\s*(CREATE|UPDATE|ALTER)\s/.test(text));
}

interface Node {
  readonly type?: string;
  readonly schema_name?: string;
  readonly table_name?: string;
  readonly cte_map?: { readonly map: readonly { readonly key: string }[] };
}

function addTables(node: unknown, queries: ReadonlySet<string>, found: Set<string>): void {
  if (node === null || typeof node !== "object") return;
  const { type, schema_name, table_name, cte_map } = node as Node;
  const known = cte_map ? new Set([...queries, ...cte_map.map.map(({ key }) => key)]) : queries;
  if (type === "BASE_TABLE" && table_name !== undefined) {
    if (schema_name) found.add(`${schema_name}.${table_name}`);
    else if (!known.has(table_name)) found.add(`main.${table_name}`);
  }
  for (const child of Object.values(node)) addTables(child, known, found);
}
