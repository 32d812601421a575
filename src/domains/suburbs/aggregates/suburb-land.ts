import { DOMINANT_ZONE_FAMILIES } from "../../../dataset/zone-families.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { LEAST_COVERED_PCT } from "../metrics/land.ts";

const zoneColumn = (family: string) => `zone_${family}_share_pct`;

const whenZoned = [
  ...DOMINANT_ZONE_FAMILIES.map(({ family }) => zoneColumn(family)),
  "dominant_zone_family",
  "heritage_share_pct",
  "heritage_item_count",
].map((f) => `CASE WHEN zoning_coverage_pct >= ${LEAST_COVERED_PCT} THEN ${f} END AS ${f}`);

const NSW_STANDARDS: readonly (readonly [field: string, mapped: string])[] = [
  ["nsw_height_median_m", "nsw_height_mapped_pct"],
  ["nsw_height_max_m", "nsw_height_mapped_pct"],
  ["nsw_fsr_median", "nsw_fsr_mapped_pct"],
  ["nsw_min_lot_median_m2", "nsw_min_lot_mapped_pct"],
];
const NSW_MAPPED = ["nsw_height_mapped_pct", "nsw_fsr_mapped_pct", "nsw_min_lot_mapped_pct"];

const whenNsw = [
  ...NSW_STANDARDS.map(
    ([f, mapped]) =>
      `CASE WHEN state_code = 'NSW' AND ${mapped} >= ${LEAST_COVERED_PCT} THEN ${f} END AS ${f}`,
  ),
  ...NSW_MAPPED.map((f) => `CASE WHEN state_code = 'NSW' THEN ${f} END AS ${f}`),
];

const familyRows = DOMINANT_ZONE_FAMILIES.map(
  ({ family }, place) =>
    `SELECT sal_code, ${place} AS place, '${family}' AS family, ${zoneColumn(family)} AS share_pct FROM work.suburb_planning`,
);

/**
 * SQL: the source of a share; where the suburb has none because the state's instrument does not cover it, that instrument,
 * so that "" means that the state has no open layer.
 */
const instrumentOfState = (source: string, share: string) =>
  `coalesce(${source}, min(${source}) FILTER (${share} IS NOT NULL) OVER (PARTITION BY state_code))`;

/** Hazards and planning under a public licence, with the coverage gates applied; zone shares also as one list. */
const SQL = `
CREATE TABLE work.suburb_hazard AS
SELECT
  sal_code, water_observed_share_pct, permanent_water_share_pct, flood_planning_share_pct, bushfire_prone_share_pct,
  water_source,
  ${instrumentOfState("flood_source", "flood_planning_share_pct")} AS flood_source,
  ${instrumentOfState("bushfire_source", "bushfire_prone_share_pct")} AS bushfire_source,
  source_licence
FROM suburb_hazard_exposure JOIN suburb_demographics USING (sal_code)
WHERE ${IS_PUBLIC};

CREATE TABLE work.suburb_planning AS
SELECT planning.* REPLACE (
  ${[...whenZoned, ...whenNsw].join(",\n  ")}
)
FROM suburb_planning AS planning JOIN suburb_demographics USING (sal_code)
WHERE ${IS_PUBLIC};

CREATE TABLE work.suburb_zone_shares AS
SELECT sal_code, ${orderedList("{ family: family, sharePct: share_pct }", ["-share_pct", "place"])} AS zone_shares
FROM (${familyRows.join("\n  UNION ALL ")})
WHERE share_pct > 0
GROUP BY sal_code
`;

export const SUBURB_LAND = sqlAggregate("suburb land", [], SQL);
