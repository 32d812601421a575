import { NATIONAL_SCOPE, STATES } from "../../dataset/states.ts";
import { STATE_DEMOGRAPHICS } from "../../dataset/tables/state-demographics.ts";
import type { ImportRow } from "../importer.ts";
import { regionOfLabel, type SeriesRegion } from "../series/series-regions.ts";
import { CENSUS_DERIVATIONS, type CellLookup, deriveRow } from "./census-derivations.ts";

/** Levels with figures of a state, a capital city, the country or a postcode. */
export const WIDE_LEVELS = ["STE", "GCCSA", "AUS", "POA"] as const;
export type WideLevel = (typeof WIDE_LEVELS)[number];

type WideRegion = Pick<SeriesRegion, "code" | "name"> & {
  readonly type: SeriesRegion["type"] | "postcode";
};

/** Region of an area code; undefined for other territories and special codes. */
export function wideRegion(level: WideLevel, code: string): WideRegion | undefined {
  if (level === "POA") {
    const isOrdinary = /^[0-9]{4}$/.test(code) && code !== "9494" && code !== "9797";
    return isOrdinary ? { code, type: "postcode", name: `Postcode ${code}` } : undefined;
  }
  if (level === "STE") {
    const state = STATES.find(({ digit }) => digit === code);
    return state === undefined ? undefined : regionOfLabel(state.name);
  }
  return regionOfLabel(level === "AUS" ? "aus" : code);
}

/**
 * Series and observations of one region, such as `census.median_weekly_hhd_income.nt`, with one observation
 * for the Census year. The figures are published for the whole region, never computed from suburbs.
 * Postcodes, being many, get population and medians only.
 */
export function wideSeries(
  region: WideRegion,
  cell: CellLookup,
  source: { readonly id: string; readonly licence: string },
): { series: ImportRow[]; observations: ImportRow[] } {
  const derived = deriveRow(cell);
  const series: ImportRow[] = [];
  const observations: ImportRow[] = [];
  for (const { column, kind } of CENSUS_DERIVATIONS) {
    const value = derived[column];
    if (typeof value !== "number") continue;
    if (region.type === "postcode" && kind !== "median" && column !== "population") continue;
    const series_key = `census.${column}.${region.code.toLowerCase()}`;
    series.push({
      series_key,
      topic: "census",
      metric: column,
      product: null,
      region_type: region.type,
      region_code: region.code.toLowerCase(),
      region_name: region.name,
      unit: unitOf(column),
      frequency: "annual",
      adjustment: "original",
      source_key: source.id,
      licence: source.licence,
      internal_only: false,
    });
    observations.push({ series_key, period: "2021-01-01", value });
  }
  return { series, observations };
}

const STATE_COLUMNS = new Set(STATE_DEMOGRAPHICS.columns.map(({ name }) => name));

/** The row of `state_demographics` for a state or the country; undefined for a city or postcode. */
export function stateDemographics(
  { type, code }: WideRegion,
  cell: CellLookup,
  source: { readonly id: string; readonly licence: string },
): ImportRow | undefined {
  if (type !== "state" && type !== "national") return undefined;
  const figures = Object.entries(deriveRow(cell)).filter(([column]) => STATE_COLUMNS.has(column));
  return {
    state_code: type === "national" ? NATIONAL_SCOPE : code.toUpperCase(),
    census_year: 2021,
    ...Object.fromEntries(figures),
    source: source.id,
    source_licence: source.licence,
  };
}

function unitOf(column: string): string {
  if (column === "population") return "persons";
  if (column === "dwelling_count") return "dwellings";
  if (column === "median_age") return "years";
  return /^median_/.test(column) ? "aud" : "percent";
}
