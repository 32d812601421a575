/** SQL types a request may bind; integers stay integers so that row-group statistics prune the scan. */
export type ParameterType =
  | "integer"
  | "bigint"
  | "ubigint"
  | "double"
  | "varchar"
  | "boolean"
  | "date"
  | "varchar[]";

/** JavaScript values a parameter takes: dates are day numbers since 1970-01-01. */
export type ParameterValue = string | number | bigint | boolean | readonly string[];

/** A question as a constant: text with `$name` parameters, and what each parameter is. `Row` names the columns. */
export interface Statement<Row extends object> {
  readonly name: string;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, ParameterType>>;
  /** Carries the row type only; never set. */
  readonly row?: Row;
}

/** A statement over the serving tables; columns are explicit, in an explicit order. */
export function statement<Row extends object>(
  name: string,
  parameters: Readonly<Record<string, ParameterType>>,
  sql: string,
): Statement<Row> {
  return { name, parameters, sql };
}

/** A result by column. Dates are day numbers, timestamps epoch milliseconds, integers numbers, lists arrays. */
export interface ResultColumns<Row extends object> {
  readonly rowCount: number;
  readonly columns: { readonly [K in keyof Row]: readonly Row[K][] };
}

/** The result as row objects, for answers of at most a few hundred rows. */
export function rowsOf<Row extends object>(result: ResultColumns<Row>): Row[] {
  const names = Object.keys(result.columns) as (keyof Row & string)[];
  return Array.from({ length: result.rowCount }, (_, at) => {
    const row = {} as Row;
    for (const name of names) row[name] = result.columns[name][at];
    return row;
  });
}
