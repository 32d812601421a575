import type { ResultColumns } from "./statement.ts";

/** The result as row objects, for answers of at most a few hundred rows. */
export function rowsOf<Row extends object>(result: ResultColumns<Row>): Row[] {
  const names = Object.keys(result.columns) as (keyof Row & string)[];
  return Array.from({ length: result.rowCount }, (_, at) => {
    const row = {} as Row;
    for (const name of names) row[name] = result.columns[name][at];
    return row;
  });
}
