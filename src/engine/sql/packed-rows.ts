import { unpackRow } from "../../model/packed-rows.ts";
import type { ResultColumns } from "./statement.ts";

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
