import type { SnapshotView } from "../../../engine/view.ts";
import type { PlaceColumns } from "../pages/places.ts";

/** Where every suburb of the country lies, in the order of the national index. */
export interface SuburbPlaces {
  /** Degrees; NaN where unknown. */
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
  /** Name of the council with most residents; "" where unknown. */
  readonly councils: readonly string[];
}

/** The places of a view, read once. */
export function suburbPlaces(view: SnapshotView): SuburbPlaces {
  return view.derived("suburb-places", () => readPlaces(view));
}

function readPlaces({ pages, columns }: SnapshotView): SuburbPlaces {
  const read = JSON.parse(String(pages.readOnce("suburb_places", "all")!.binary(0))) as PlaceColumns;
  const rows = new Map(read.salCodes.map((code, row) => [code, row]));
  const { salCodes } = columns.scopes.get("AU")!.index;
  const at = <T>(cells: readonly (T | null)[], code: string, unknown: T): T =>
    cells[rows.get(code) ?? -1] ?? unknown;
  return {
    latitudes: Float32Array.from(salCodes, (code) => at(read.latitudes, code, Number.NaN)),
    longitudes: Float32Array.from(salCodes, (code) => at(read.longitudes, code, Number.NaN)),
    councils: salCodes.map((code) => at(read.councils, code, "")),
  };
}
