import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** A serving table that one query fills, by code and place unless said. */
export function served(name: string, query: string, orderBy = "stock_code, place"): Aggregate {
  return sqlAggregate(name, [{ name, orderBy }], `CREATE OR REPLACE TABLE serve.${name} AS ${query};`);
}

/** SQL for a date as answers spell it, YYYY-MM-DD; null stays null. */
export function dayText(date: string): string {
  return `strftime(${date}, '%Y-%m-%d')`;
}
