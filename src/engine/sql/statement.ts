/** SQL types a request may bind; integers stay integers so that row-group statistics prune the scan. */
export type ParameterType = "integer" | "bigint" | "varchar";

export type ParameterValue = string | number;

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
