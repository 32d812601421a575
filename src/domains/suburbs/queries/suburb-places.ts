import type { SnapshotView } from "../../../engine/view.ts";
import { lazy } from "../../../runtime/lazy.ts";
import { SUBURB_PLACES } from "./place-statements.ts";

/** Serving table of the places; snapshots that were built before there was one have none. */
export const PLACES_TABLE = "suburb_places";

/** Where every suburb of the country lies, in the order of the national index. */
export interface SuburbPlaces {
  /** Degrees; NaN where unknown. */
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
  /** Name of the council with most residents; "" where unknown. */
  readonly councils: readonly string[];
}

/** The places of a view, read once; undefined when the snapshot has none. */
export function suburbPlaces(view: SnapshotView): Promise<SuburbPlaces | undefined> {
  return view.derived("suburb-places", () => lazy(() => loadPlaces(view)))();
}

async function loadPlaces({ manifest, database, columns }: SnapshotView): Promise<SuburbPlaces | undefined> {
  if (!manifest.tables.includes(PLACES_TABLE)) return undefined;
  const { columns: read } = await database.query(SUBURB_PLACES, {});
  const rows = new Map(read.sal_code.map((code, row) => [code, row]));
  const { salCodes } = columns.scopes.get("AU")!.index;
  const at = <T>(cells: readonly T[], code: string, unknown: T): T => {
    const row = rows.get(code);
    return row === undefined ? unknown : cells[row];
  };
  return {
    latitudes: Float32Array.from(salCodes, (code) => at(read.centroid_lat, code, Number.NaN)),
    longitudes: Float32Array.from(salCodes, (code) => at(read.centroid_lon, code, Number.NaN)),
    councils: salCodes.map((code) => at(read.lga_name, code, "")),
  };
}
