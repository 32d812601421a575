import { STATES } from "../../../dataset/states.ts";

/** Parameters by which a statement is told of a set. */
export const SET_PARAMETERS = { suburbs: "varchar", states: "varchar" } as const;

/** SQL condition: the row's suburb, or all of its state, is in the set. */
export const IN_SET = `(
    get_bit(CAST($states AS BIT), state_place) = 1
    OR CASE WHEN position >= 0 THEN get_bit(CAST($suburbs AS BIT), position) = 1 ELSE false END
  )`;

/** SQL condition: the row names one of the states. */
export const IN_A_STATE = `state_place < ${STATES.length}`;

/** SQL for one listing an address and state: the most recently seen, then portal, then listing id. */
export function newestPerAddress(table: string, condition: string): string {
  return `
  SELECT price
  FROM ${table}
  WHERE ${condition} AND ${IN_A_STATE} AND ${IN_SET}
  QUALIFY row_number() OVER (
    PARTITION BY state_code, address_id
    ORDER BY last_seen_at DESC, source, listing_id
  ) = 1`;
}
