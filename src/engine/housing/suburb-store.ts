import { loadOnce } from "../load-once.ts";
import type { ServingDatabase } from "../sql/database.ts";
import {
  ALL_SUBURBS,
  AMENITY_NUMBERS,
  NAME_PLACE,
  SUBURB_NUMBERS,
  SUBURB_TEXTS,
} from "../sql/suburb-rows.ts";
import type { SnapshotView } from "../view.ts";
import { type CompactColumns, type CompactRow, compactColumns, compactRow } from "./compact-columns.ts";

type TextName = (typeof SUBURB_TEXTS)[number];
type NumberName = (typeof SUBURB_NUMBERS)[number];
type AmenityName = (typeof AMENITY_NUMBERS)[number];

/** A suburb as lists show it; null is unknown, `latestPeriod` a day number. */
export type SuburbSummary = CompactRow<TextName, NumberName> & {
  readonly amenities: CompactRow<never, AmenityName>;
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
  readonly rowCount: number;
  /** Row of a suburb code, or undefined. */
  rowOf(salCode: string): number | undefined;
  summary(row: number): SuburbSummary;
  state(stateCode: string): StateSuburbs;
}

const NO_SUBURBS: StateSuburbs = { rows: [], searchNames: [] };

/** The suburbs of a view, loaded on first use without a caller's signal: others wait for the same load. */
export function suburbStore(view: SnapshotView): Promise<SuburbStore> {
  return view.derived("suburb-store", () => loadOnce(() => loadSuburbStore(view.database)))();
}

async function loadSuburbStore(database: ServingDatabase): Promise<SuburbStore> {
  const { columns } = await database.query(ALL_SUBURBS, {});
  const numbers = [...SUBURB_NUMBERS, ...AMENITY_NUMBERS, NAME_PLACE] as const;
  const store: CompactColumns<TextName, NumberName | AmenityName | typeof NAME_PLACE> = compactColumns(
    columns,
    SUBURB_TEXTS,
    numbers,
  );
  const rowOf = new Map(store.texts.sal_code.map((code, row) => [code, row]));
  const states = statesByName(store.texts.state_code, store.texts.sal_name, store.numbers[NAME_PLACE]);
  return {
    rowCount: store.rowCount,
    rowOf: (salCode) => rowOf.get(salCode),
    summary: (row) => ({
      ...compactRow<TextName, NumberName>(store, SUBURB_TEXTS, SUBURB_NUMBERS, row),
      amenities: compactRow<never, AmenityName>(store, [], AMENITY_NUMBERS, row),
    }),
    state: (stateCode) => states.get(stateCode) ?? NO_SUBURBS,
  };
}

function statesByName(
  stateCodes: readonly (string | null)[],
  names: readonly (string | null)[],
  places: Float64Array,
): Map<string | null, StateSuburbs> {
  const states = new Map<string | null, { rows: number[]; searchNames: string[] }>();
  stateCodes.forEach((code, row) => {
    const state = states.get(code) ?? { rows: [], searchNames: [] };
    states.set(code, state);
    state.rows[places[row] - 1] = row;
    state.searchNames[places[row] - 1] = (names[row] ?? "").toLowerCase();
  });
  return states;
}
