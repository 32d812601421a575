/** Types of bound parameters. Integers are bound as such so that row-group statistics prune the scan. */
export type ParameterType = "integer" | "bigint" | "varchar";

export type ParameterValue = string | number;

/** SQL with `$name` parameters and their types. `Row` is the type of its rows. */
export interface Statement<Row extends object> {
  readonly name: string;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, ParameterType>>;
  /** Carries the row type only; never set. */
  readonly row?: Row;
}

/** A statement over the serving tables; its columns are explicit, in an explicit order. */
export function statement<Row extends object>(
  name: string,
  parameters: Readonly<Record<string, ParameterType>>,
  sql: string,
): Statement<Row> {
  return { name, parameters, sql };
}

/** A result by column: dates as day numbers, timestamps as epoch ms, integers as numbers, lists as arrays. */
export interface ResultColumns<Row extends object> {
  readonly rowCount: number;
  readonly columns: { readonly [K in keyof Row]: readonly Row[K][] };
}
