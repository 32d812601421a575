import type { CoverageRule, Metric } from "../../../dataset/metric.ts";
import { DOMINANT_ZONE_FAMILIES } from "../../../dataset/zone-families.ts";
import { categorical, DEMOGRAPHICS, numeric, PLANNING, sqlList } from "./declare.ts";

/** Minimum % of the area that is zoned, or of residential land that is mapped; below it figures are null. */
export const MIN_COVERED_PCT = 50;

const UNDER_HALF_ZONED = "null under 50 % zoning coverage";
const UNDER_HALF_MAPPED = "null if mapped on under 50 % of residential land";

const ZONED: CoverageRule = {
  column: "zoning_coverage_pct",
  leastPct: MIN_COVERED_PCT,
  land: "zoning coverage",
};

/** SAL codes of New South Wales begin with 1. */
const mapped = (standard: string): CoverageRule => ({
  column: `nsw_${standard}_mapped_pct`,
  leastPct: MIN_COVERED_PCT,
  land: "mapped residential land",
  codesFrom: "1",
});

const elevation = (key: string, unit: string, label: string, derivation: string): Metric =>
  numeric(key, unit, label, { table: DEMOGRAPHICS, derivation });

const hazard = (key: string, label: string, derivation: string): Metric =>
  numeric(key, "% area", label, { table: "suburb_hazard_exposure", derivation });

const planning = (key: string, unit: string, label: string, derivation: string, coverage?: CoverageRule) =>
  numeric(key, unit, label, { table: PLANNING, derivation, ...(coverage && { coverage }) });

const zone = (family: string, label: string): Metric =>
  planning(`zone_${family}_share_pct`, "% area", label, `stored value; ${UNDER_HALF_ZONED}`, ZONED);

export const LAND_METRICS: readonly Metric[] = [
  elevation("elevation_min_m", "m", "Lowest elevation", "stored value, may be negative"),
  elevation("elevation_median_m", "m", "Median elevation", "stored value, may be negative"),
  elevation("elevation_max_m", "m", "Highest elevation", "stored value, may be negative"),
  elevation("land_share_below_1m", "% of sampled land", "Land below 1 m", "stored value"),
  elevation("land_share_below_2m", "% of sampled land", "Land below 2 m", "stored value"),
  elevation("land_share_below_5m", "% of sampled land", "Land below 5 m", "stored value"),
  hazard("water_observed_share_pct", "Seen under water", "wet in 1 % to under 90 % of clear passes"),
  hazard("permanent_water_share_pct", "Permanent water", "wet in at least 90 % of clear passes"),
  hazard("flood_planning_share_pct", "Flood planning overlay", "inside a statutory flood overlay"),
  hazard("bushfire_prone_share_pct", "Bushfire prone land", "designated bushfire prone"),
  zone("res_low", "Low-density residential zoning"),
  zone("res_medium_high", "Medium and high-density residential zoning"),
  zone("centre_mixed", "Centres and mixed-use zoning"),
  zone("industrial", "Industrial zoning"),
  zone("rural", "Rural zoning"),
  zone("conservation", "Conservation zoning"),
  zone("open_space", "Open-space zoning"),
  planning("zoning_coverage_pct", "% area", "Zoning coverage", "inside any zone polygon"),
  categorical(
    "dominant_zone_family",
    "Dominant zoning family",
    DOMINANT_ZONE_FAMILIES.map((f) => f.label),
    {
      table: PLANNING,
      sql: `list_position(${sqlList(DOMINANT_ZONE_FAMILIES.map((f) => f.family))}, dominant_zone_family) - 1`,
      derivation: `family with the largest share; ${UNDER_HALF_ZONED}`,
      coverage: ZONED,
    },
  ),
  planning("heritage_share_pct", "% area", "Heritage land", `stored value; ${UNDER_HALF_ZONED}`, ZONED),
  planning("heritage_item_count", "count", "Heritage items", `stored value; ${UNDER_HALF_ZONED}`, ZONED),
  planning("nsw_height_median_m", "m", "Median height limit (NSW)", UNDER_HALF_MAPPED, mapped("height")),
  planning("nsw_fsr_median", "ratio", "Median floor space ratio (NSW)", UNDER_HALF_MAPPED, mapped("fsr")),
  planning("nsw_min_lot_median_m2", "m²", "Median minimum lot (NSW)", UNDER_HALF_MAPPED, mapped("min_lot")),
  numeric("lga_code", "code", "Dominant council code", {
    table: "suburb_lga",
    sql: "CASE WHEN regexp_full_match(lga_code, '[0-9]{5}') THEN lga_code END",
    derivation: "five-digit code as a number; an identifier, not a quantity",
  }),
];
