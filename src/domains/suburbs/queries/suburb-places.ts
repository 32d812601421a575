import type { SnapshotView } from "../../../engine/view.ts";
import type { PlaceColumns } from "../pages/places.ts";

export type SuburbPlaces = ReturnType<typeof readPlaces>;

/** Centroids and councils of all suburbs in the order of the national index, cached per snapshot. */
export function suburbPlaces(view: SnapshotView): SuburbPlaces {
  return view.derived("suburb-places", () => readPlaces(view));
}

function readPlaces({ pages, columns }: SnapshotView) {
  const read = JSON.parse(String(pages.readOnce("suburb_places", "all")!.binary(0))) as PlaceColumns;
  const rows = new Map(read.salCodes.map((code, row) => [code, row]));
  const { salCodes } = columns.scopes.get("AU")!.index;
  const at = <T>(cells: readonly (T | null)[], code: string, unknown: T): T =>
    cells[rows.get(code) ?? -1] ?? unknown;
  return {
    /** Degrees; NaN if unknown. */
    latitudes: Float32Array.from(salCodes, (code) => at(read.latitudes, code, Number.NaN)),
    longitudes: Float32Array.from(salCodes, (code) => at(read.longitudes, code, Number.NaN)),
    /** Name of the council with most residents; "" if unknown. */
    councils: salCodes.map((code) => at(read.councils, code, "")),
  };
}
