import type { ResultColumns } from "../sql/statement.ts";
import { unpackRow } from "./packed-rows.ts";

/** A row whose fields are one JSON array: see the field lists of the model. */
export interface PackedRow {
  readonly packed: string;
}

/** The packed rows of a result, in its order. */
export function unpackRows<Row extends object>(
  fields: readonly (keyof Row & string)[],
  result: ResultColumns<PackedRow>,
): Row[] {
  return result.columns.packed.map((text) => unpackRow(fields, JSON.parse(text)));
}
