import type { SnapshotView } from "../../../engine/view.ts";

/** Map layers. */
export const MAP_SETS = ["suburbs", "councils", "states"] as const;

export type MapSet = (typeof MAP_SETS)[number];

export function isMapSet(name: string): name is MapSet {
  return (MAP_SETS as readonly string[]).includes(name);
}

/** Properties of the tile features of each set. */
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

/** Sets whose areas are merged from suburbs. */
export const AREA_SETS = ["councils", "states"] as const;

export function isAreaSet(name: string): name is (typeof AREA_SETS)[number] {
  return (AREA_SETS as readonly string[]).includes(name);
}

/**
 * Zoom levels of each set's tiles. A tile unit is 38 metres at zoom 7 and 153 at 5, near the detail of the
 * outlines; clients overzoom beyond. Below zoom 4 most suburbs are smaller than a pixel.
 */
export const ZOOMS: Readonly<Record<MapSet, { readonly minzoom: number; readonly maxzoom: number }>> = {
  suburbs: { minzoom: 4, maxzoom: 7 },
  councils: { minzoom: 0, maxzoom: 6 },
  states: { minzoom: 0, maxzoom: 5 },
};

/** Page set with the outlines of councils and states, and all tiles. */
export const MAP_PAGES_NAME = "maps";

export function tileKey(set: MapSet, z: number, x: number, y: number): string {
  return `${set}/${z}/${x}/${y}`;
}

export function areaKey(set: MapSet, code: string): string {
  return `${set} ${code}`;
}

/** GeoJSON geometry of a council or state; undefined if it has none or the snapshot lacks outlines. */
export function areaOutline(view: SnapshotView, key: string): string | undefined {
  const outline = mapPage(view, key);
  return outline === undefined ? undefined : Buffer.from(outline).toString("latin1");
}

/** Page keys of layer figures: state baselines, council profiles, and all stations. */
export const FIGURES_KEYS = {
  councils: "council figures",
  states: "state figures",
  stations: "stations",
} as const;

/** Fields of a council's profile that the list of councils lacks. */
export const COUNCIL_FIGURES = [
  "median_age",
  "median_hhd_income",
  "median_weekly_rent",
  "median_mortgage_monthly",
  "pct_rented",
  "avg_household_size",
  "avg_rates",
];

/** Figures that are 0 in the list of councils if unknown. */
export const UNKNOWN_ZEROS = ["population", "erp_year"];

/** Rows of a layer by code or name; empty if the snapshot lacks them. */
export function layerFigures(
  view: SnapshotView,
  set: keyof typeof FIGURES_KEYS,
): readonly Readonly<Record<string, unknown>>[] {
  const figures = mapPage(view, FIGURES_KEYS[set]);
  return figures === undefined ? [] : JSON.parse(String(figures));
}

/** A page such as a gzipped vector tile; undefined if missing or if the snapshot has no maps. */
export function mapPage({ pages }: SnapshotView, key: string): Uint8Array | undefined {
  return pages.has(MAP_PAGES_NAME) ? pages.readOnce(MAP_PAGES_NAME, key)?.binary(0) : undefined;
}
