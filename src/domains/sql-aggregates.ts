import { type Aggregate, sqlAggregate } from "../snapshot/tables/aggregate.ts";

/** SQL of an aggregate; if it creates serving tables, their sort order by table name. */
type Declared = string | { readonly order: Readonly<Record<string, string>>; readonly sql: string };

/** Aggregates that consist of SQL only, by name. */
export function sqlAggregates(declared: Readonly<Record<string, Declared>>): readonly Aggregate[] {
  return Object.entries(declared).map(([name, one]) => {
    const { order, sql } = typeof one === "string" ? { order: {}, sql: one } : one;
    const tables = Object.entries(order).map(([table, orderBy]) => ({ name: table, orderBy }));
    return sqlAggregate(name, tables, sql);
  });
}

/** SQL: a count, with 0 for null. */
export const counted = (column: string) => `CAST(coalesce(${column}, 0) AS INTEGER) AS ${column}`;
