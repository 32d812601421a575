import type { ServingDatabase } from "../../../engine/sql/database.ts";
import { type CompactRow, compactColumns } from "./compact-columns.ts";
import { ALL_SUBURBS, AMENITY_NUMBERS, SUBURB_NUMBERS, SUBURB_TEXTS } from "./suburb-rows.ts";

/** A suburb as lists show it; null is unknown, `latestPeriod` a day number. */
export type SuburbSummary = CompactRow<(typeof SUBURB_TEXTS)[number], (typeof SUBURB_NUMBERS)[number]> & {
  readonly amenities: CompactRow<never, (typeof AMENITY_NUMBERS)[number]>;
};

/** Every suburb of a snapshot, read once. */
export interface SuburbStore {
  /** Row of a suburb code, or undefined. */
  rowOf(salCode: string): number | undefined;
  summary(row: number): SuburbSummary;
}

export async function loadSuburbStore(database: Pick<ServingDatabase, "query">): Promise<SuburbStore> {
  const { columns } = await database.query(ALL_SUBURBS, {});
  const suburbs = compactColumns(columns, SUBURB_TEXTS, SUBURB_NUMBERS);
  const amenities = compactColumns(columns, [], AMENITY_NUMBERS);
  const rowOf = new Map(columns.sal_code.map((code, row) => [code, row]));
  return {
    rowOf: (salCode) => rowOf.get(salCode),
    summary: (row) => ({ ...suburbs.row(row), amenities: amenities.row(row) }),
  };
}
