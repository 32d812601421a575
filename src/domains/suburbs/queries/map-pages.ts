import type { SnapshotView } from "../../../engine/view.ts";

/** Layers of maps. */
export const MAP_SETS = ["suburbs", "councils", "states"] as const;

export type MapSet = (typeof MAP_SETS)[number];

export function isMapSet(name: string): name is MapSet {
  return (MAP_SETS as readonly string[]).includes(name);
}

/** What the features of each set's tiles tell. */
export const TILE_FIELDS: Readonly<Record<MapSet, Readonly<Record<string, string>>>> = {
  suburbs: {
    sal_code: "Suburb code (ABS SAL), which every file of suburbs has: join other metrics by it.",
    sal_name: "Name of the suburb.",
    state_code: "State or territory.",
    population: "The metric of this key; absent where none is published.",
    income: "The metric of this key; absent where none is published.",
  },
  councils: {
    lga_code: "Council code (ABS LGA).",
    lga_name: "Name of the council.",
    state_code: "State or territory.",
  },
  states: { state_code: "State or territory.", state_name: "Its name." },
};

/** The sets that are made of suburbs. */
export const AREA_SETS = ["councils", "states"] as const;

export function isAreaSet(name: string): name is (typeof AREA_SETS)[number] {
  return (AREA_SETS as readonly string[]).includes(name);
}

/**
 * The zooms of each set's tiles. A unit of a tile is 38 metres at zoom 7 and 153 at 5, near the detail of the outlines;
 * maps draw closer views from it. Below zoom 4 most suburbs are less than a pixel.
 */
export const ZOOMS: Readonly<Record<MapSet, { readonly minzoom: number; readonly maxzoom: number }>> = {
  suburbs: { minzoom: 4, maxzoom: 7 },
  councils: { minzoom: 0, maxzoom: 6 },
  states: { minzoom: 0, maxzoom: 5 },
};

/** Name of the set of pages that has the outlines of councils and states, and all tiles. */
export const MAP_PAGES_NAME = "maps";

export function tileKey(set: MapSet, z: number, x: number, y: number): string {
  return `${set}/${z}/${x}/${y}`;
}

export function areaKey(set: MapSet, code: string): string {
  return `${set} ${code}`;
}

/** The outline of a council or state as GeoJSON text; undefined where it has none, or in a snapshot without them. */
export function areaOutline(view: SnapshotView, key: string): string | undefined {
  const outline = mapPage(view, key);
  return outline === undefined ? undefined : Buffer.from(outline).toString("latin1");
}

/** Keys of what layers have: by state as `state_baselines` has it, by council what its profile has, and all stations. */
export const FIGURES_KEYS = {
  councils: "council figures",
  states: "state figures",
  stations: "stations",
} as const;

/** What a council's profile has and the list of councils has not, by the name of its field. */
export const COUNCIL_FIGURES = [
  "median_age",
  "median_hhd_income",
  "median_weekly_rent",
  "median_mortgage_monthly",
  "pct_rented",
  "avg_household_size",
  "avg_rates",
];

/** Figures of which the list of councils says 0 where nothing is known. */
export const UNKNOWN_ZEROS = ["population", "erp_year"];

/** Rows of a layer by code or name; none in a snapshot without them. */
export function layerFigures(
  view: SnapshotView,
  set: keyof typeof FIGURES_KEYS,
): readonly Readonly<Record<string, unknown>>[] {
  const figures = mapPage(view, FIGURES_KEYS[set]);
  return figures === undefined ? [] : JSON.parse(String(figures));
}

/** What a key has, such as a vector tile as a gzip file; undefined where nothing is, or in a snapshot without maps. */
export function mapPage({ pages }: SnapshotView, key: string): Uint8Array | undefined {
  return pages.has(MAP_PAGES_NAME) ? pages.readOnce(MAP_PAGES_NAME, key)?.binary(0) : undefined;
}
