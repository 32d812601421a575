import type { ServingDatabase } from "../../../engine/sql/database.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { lazy } from "../../../runtime/lazy.ts";
import { type CompactRow, compactColumns } from "./compact-columns.ts";
import { ALL_SUBURBS, AMENITY_NUMBERS, SUBURB_NUMBERS, SUBURB_TEXTS } from "./suburb-rows.ts";

/** A suburb as lists show it; null is unknown, `latestPeriod` a day number. */
export type SuburbSummary = CompactRow<(typeof SUBURB_TEXTS)[number], (typeof SUBURB_NUMBERS)[number]> & {
  readonly amenities: CompactRow<never, (typeof AMENITY_NUMBERS)[number]>;
};

/** The suburbs of a state by name. */
export interface StateSuburbs {
  /** Rows of the store, sal_name ascending, then sal_code. */
  readonly rows: readonly number[];
  /** Lower-case names in that order. */
  readonly searchNames: readonly string[];
}

/** Every suburb of a snapshot, read once. */
export interface SuburbStore {
  /** Row of a suburb code, or undefined. */
  rowOf(salCode: string): number | undefined;
  summary(row: number): SuburbSummary;
  state(stateCode: string): StateSuburbs;
}

const NO_SUBURBS: StateSuburbs = { rows: [], searchNames: [] };

/** The suburbs of a view, loaded on first use without a caller's signal: others wait for the same load. */
export function suburbStore(view: SnapshotView): Promise<SuburbStore> {
  return view.derived("suburb-store", () => lazy(() => loadSuburbStore(view.database)))();
}

export async function loadSuburbStore(database: Pick<ServingDatabase, "query">): Promise<SuburbStore> {
  const { columns } = await database.query(ALL_SUBURBS, {});
  const suburbs = compactColumns(columns, SUBURB_TEXTS, SUBURB_NUMBERS);
  const amenities = compactColumns(columns, [], AMENITY_NUMBERS);
  const rowOf = new Map(columns.sal_code.map((code, row) => [code, row]));
  const states = statesByName(columns.state_code, columns.sal_name, columns.name_place);
  return {
    rowOf: (salCode) => rowOf.get(salCode),
    summary: (row) => ({ ...suburbs.row(row), amenities: amenities.row(row) }),
    state: (stateCode) => states.get(stateCode) ?? NO_SUBURBS,
  };
}

function statesByName(
  stateCodes: readonly string[],
  names: readonly string[],
  places: readonly number[],
): Map<string, StateSuburbs> {
  const states = new Map<string, { rows: number[]; searchNames: string[] }>();
  stateCodes.forEach((code, row) => {
    const state = states.get(code) ?? { rows: [], searchNames: [] };
    states.set(code, state);
    state.rows[places[row] - 1] = row;
    state.searchNames[places[row] - 1] = names[row].toLowerCase();
  });
  return states;
}
