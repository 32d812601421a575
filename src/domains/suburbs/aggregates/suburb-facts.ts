import { LGA } from "../../../dataset/tables/councils.ts";
import { SUBURB_DEMOGRAPHICS } from "../../../dataset/tables/demographics.ts";
import { DOMINANT_ZONE_FAMILIES } from "../../../dataset/zone-families.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";
import { IS_COMMERCIAL_USE_ALLOWED, IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { sqlText } from "../../../snapshot/tables/sql-text.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";
import { isImplausibleNbn, nbnTier, partyIndex, sqlMap } from "../metrics/categories.ts";
import { MIN_SHARE_RESIDENTS } from "../metrics/declare.ts";
import { MIN_COVERED_PCT } from "../metrics/land.ts";
import { METRICS, metricPosition } from "../metrics/metric-registry.ts";
import { MIN_RATE_RESIDENTS, RECORDED_OFFENCES } from "../metrics/places.ts";

/** Shares and culture: null below MIN_SHARE_RESIDENTS. */
const SHARE_FIELDS = SUBURB_DEMOGRAPHICS.columns
  .map(({ name }) => name)
  .filter((name) => /^(pct_|top_|unemployment_|labour_)/.test(name));

/** Fields divided by the number of occupied dwellings: also null if that is 0. */
const OF_DWELLINGS =
  /^pct_(owned_|rented|separate_house|flat_|lone_person_|no_motor_|two_or_more_|low_household_|high_(household_|mortgage|rent))/;

/** Null in TAS and ACT, whose districts have several members. */
const STATE_MEMBER_FIELDS = ["state_member", "state_party", "state_party_ab"];

const gatedColumns = [
  ...SHARE_FIELDS.map((f) => {
    const isDivided = OF_DWELLINGS.test(f) ? " AND coalesce(dwelling_count, 1) > 0" : "";
    return `CASE WHEN population >= ${MIN_SHARE_RESIDENTS}${isDivided} THEN ${f} END AS ${f}`;
  }),
  ...STATE_MEMBER_FIELDS.map((f) => `CASE WHEN state_code NOT IN ('TAS', 'ACT') THEN ${f} END AS ${f}`),
];

const zoneColumn = (family: string) => `zone_${family}_share_pct`;

const whenZoned = [
  ...DOMINANT_ZONE_FAMILIES.map(({ family }) => zoneColumn(family)),
  "dominant_zone_family",
  "heritage_share_pct",
  "heritage_item_count",
].map((f) => `CASE WHEN zoning_coverage_pct >= ${MIN_COVERED_PCT} THEN ${f} END AS ${f}`);

/** NSW standards by the column with the share of land that they are mapped on. */
const NSW_STANDARDS = {
  nsw_height_mapped_pct: ["nsw_height_median_m", "nsw_height_max_m"],
  nsw_fsr_mapped_pct: ["nsw_fsr_median"],
  nsw_min_lot_mapped_pct: ["nsw_min_lot_median_m2"],
};

const whenNsw = Object.entries(NSW_STANDARDS).flatMap(([mapped, standards]) => [
  `CASE WHEN state_code = 'NSW' THEN ${mapped} END AS ${mapped}`,
  ...standards.map(
    (f) => `CASE WHEN state_code = 'NSW' AND ${mapped} >= ${MIN_COVERED_PCT} THEN ${f} END AS ${f}`,
  ),
]);

/** SQL: zones of a suburb as structs with their sort keys, largest share first. */
const ZONES = DOMINANT_ZONE_FAMILIES.map(
  ({ family }, place) =>
    `{ k0: -${zoneColumn(family)}, k1: ${place}, zone: { family: '${family}', sharePct: ${zoneColumn(family)} } }`,
);

/** SQL: the source of a share, else that of the state's instrument; "" means the state has no open layer. */
const instrumentOfState = (source: string, share: string) =>
  `coalesce(${source}, min(${source}) FILTER (${share} IS NOT NULL) OVER (PARTITION BY state_code))`;

/** Wording of blurbs by archetype; other archetypes are unknown. */
const ARCHETYPE_PHRASES: Readonly<Record<string, string>> = {
  "coastal-beach": "a beachside place on the open coast",
  harbour: "a waterside place on a sheltered harbour",
  "river-valley": "a place along a river valley",
  "urban-skyline": "a dense inner-city place",
  "inner-terraces": "an older inner suburb of terraces and narrow streets",
  "leafy-suburban": "a leafy suburb",
  parkland: "a suburb set among parks",
  "hills-ranges": "a place in the hills",
  bushland: "a place at the edge of the bush",
  farmland: "a farming district",
};

const TIER_LABELS = METRICS[metricPosition("nbn")].categories.map(sqlText).join(", ");

/** SQL: pivots one kind of a suburb's rows to a column. */
const figureOf = (figure: string, column: string, kind: string, name = kind) =>
  `any_value(${figure}) FILTER (${column} = '${kind}') AS ${name}`;

/** Number of the register's form item for real estate. */
const REAL_ESTATE = 3;

/** Facts of single suburbs after coverage gates and licence checks. */
export const SUBURB_FACTS = sqlAggregates({
  /** Suburbs with the census gates applied; later aggregates read this instead of the raw table. */
  "suburb census": `
CREATE TABLE work.suburb_census AS
SELECT * REPLACE (
  ${gatedColumns.join(",\n  ")}
)
FROM suburb_demographics
`,
  /**
   * Crime rates of the latest year with their percentile. Gates first: two-year pooled, at least 2,000
   * residents, survey anchor with a relative standard error of at most 25 %, commercial use allowed. The
   * percentile is by state, crime type and year: residents of suburbs with a lower rate plus half of the
   * suburb's own, as a share of all residents.
   */
  "suburb crime": `
CREATE TABLE work.suburb_crime AS
WITH reliable AS (
  SELECT
    crime.sal_code, suburb.state_code, crime_type, fy_ending, rate_per_100k, crime.population,
    source_jurisdiction, source, source_licence
  FROM suburb_crime_stats AS crime JOIN suburb_demographics AS suburb USING (sal_code)
  WHERE pooled AND crime.population >= 2000 AND anchor_rse_pct <= 25 AND NOT unreliable
    AND ${IS_COMMERCIAL_USE_ALLOWED}
),
ranked AS (
  SELECT
    *,
    (coalesce(sum(population) OVER safer, 0) + 0.5 * population) / sum(population) OVER everywhere * 100 AS pct_rank
  FROM reliable
  WINDOW
    everywhere AS (PARTITION BY state_code, crime_type, fy_ending),
    safer AS (
      PARTITION BY state_code, crime_type, fy_ending ORDER BY rate_per_100k
      RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP
    )
)
SELECT
  sal_code, crime_type, rate_per_100k, pct_rank, fy_ending, source_jurisdiction, source, source_licence
FROM ranked
QUALIFY row_number() OVER (PARTITION BY sal_code, crime_type ORDER BY fy_ending DESC) = 1;

CREATE TABLE work.suburb_crime_rank AS
SELECT
  sal_code, ${["break_ins", "violent", "motor_vehicle"].map((kind) => figureOf("pct_rank", "crime_type", kind)).join(", ")}
FROM work.suburb_crime
GROUP BY sal_code
`,
  /** Offences recorded by police in a suburb's latest year, per 100,000 usual residents. */
  "suburb offences": `
CREATE TABLE work.suburb_offence_rate AS
WITH latest AS (
  SELECT sal_code, offence, source, 100000.0 * offences / population AS rate
  FROM suburb_offences JOIN suburb_demographics USING (sal_code)
  WHERE population >= ${MIN_RATE_RESIDENTS} AND ${IS_COMMERCIAL_USE_ALLOWED}
  QUALIFY row_number() OVER (PARTITION BY sal_code, offence ORDER BY year DESC) = 1
)
SELECT
  sal_code, min(source) AS source,
  ${RECORDED_OFFENCES.map(([kind]) => figureOf("rate", "offence", kind, `recorded_${kind}`)).join(",\n  ")}
FROM latest
GROUP BY sal_code
`,
  /** Broadband tier and score; both null if the tier is implausible for the population. */
  "suburb broadband": `
CREATE TABLE work.suburb_broadband AS
WITH told AS (
  SELECT sal_code, population, connectivity_quality_score AS score, ${nbnTier("dominant_nbn_tech")} AS tier
  FROM suburb_connectivity JOIN suburb_demographics USING (sal_code)
),
checked AS (
  SELECT sal_code, score, tier, ${isImplausibleNbn("tier", "population")} AS is_implausible FROM told
)
SELECT
  sal_code,
  CASE WHEN NOT is_implausible THEN tier END AS tier,
  CASE WHEN NOT is_implausible THEN [${TIER_LABELS}][tier + 1] END AS dominant_nbn_tech,
  CASE WHEN NOT is_implausible THEN score END AS connectivity_quality_score
FROM checked
`,
  /** Category index of all party abbreviations in the dataset. */
  "party index": `
CREATE TABLE work.party_index AS
SELECT abbreviation, ${partyIndex("abbreviation")} AS party
FROM (
  SELECT federal_party_ab AS abbreviation FROM suburb_demographics
  UNION
  SELECT state_party_ab FROM suburb_demographics
)
WHERE abbreviation IS NOT NULL
`,
  /** Councils; and by suburb the council with most residents, and the others with at least 5 % of them. */
  "suburb councils": {
    order: { councils: "lga_code" },
    sql: `
CREATE TABLE serve.councils AS
SELECT ${LGA.columns.map((c) => c.name).join(", ")} FROM lga;

CREATE TABLE work.suburb_council AS
WITH ranked AS (
  SELECT
    sal_code, lga_code, share,
    row_number() OVER (PARTITION BY sal_code ORDER BY share DESC NULLS LAST, lga_code) AS place
  FROM suburb_lga JOIN lga USING (lga_code)
)
SELECT
  sal_code,
  any_value(lga_code) FILTER (place = 1) AS lga_code,
  any_value(share) FILTER (place = 1) AS dominant_share,
  ${orderedList("{ lgaCode: lga_code, share: share }", ["place"], "place > 1 AND share >= 0.05")} AS other_councils
FROM ranked
GROUP BY sal_code
`,
  },
  /** Hazards and planning under a public licence, coverage gates applied; zone shares also as one list. */
  "suburb land": `
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
WITH gated AS (
  SELECT planning.* REPLACE (
    ${[...whenZoned, ...whenNsw].join(",\n    ")}
  )
  FROM suburb_planning AS planning JOIN suburb_demographics USING (sal_code)
  WHERE ${IS_PUBLIC}
)
SELECT
  *,
  list_transform(list_sort(list_filter([
    ${ZONES.join(",\n    ")}
  ], lambda one: one.k0 < 0)), lambda one: one.zone) AS zone_shares
FROM gated
`,
  /** Editorial header of a suburb; a missing blurb is composed of name, archetype and council. */
  "suburb banner": `
CREATE TABLE work.suburb_banner AS
WITH landmarks AS (
  SELECT sal_code, ${orderedList("{ name: name, kind: kind }", ["position"])} AS landmarks
  FROM suburb_landmarks
  GROUP BY sal_code
),
named AS (
  SELECT
    sal_code, sal_name, banner_blurb, banner_bg_key, banner_bg_url,
    ${sqlMap(ARCHETYPE_PHRASES)}[banner_archetype] AS phrase,
    CASE WHEN phrase IS NULL THEN '' ELSE banner_archetype END AS archetype,
    coalesce(nullif(lga.display_name, ''), lga.lga_name) AS council_name
  FROM suburb_demographics
  LEFT JOIN work.suburb_council USING (sal_code)
  LEFT JOIN lga USING (lga_code)
)
SELECT
  sal_code, archetype,
  coalesce(
    nullif(banner_blurb, ''),
    sal_name || ' is ' || coalesce(phrase, 'a suburb or locality')
      || coalesce(' in the area of ' || council_name, '') || '.'
  ) AS blurb,
  coalesce(landmarks, []) AS landmarks,
  coalesce(nullif(banner_bg_key, ''), archetype) AS bg_key,
  coalesce(banner_bg_url, '') AS bg_url
FROM named LEFT JOIN landmarks USING (sal_code)
`,
  /**
   * `work.suburb_declared_property(sal_code, declared_property_count)`: current declarations of real estate
   * by suburb. A dataset without the declarations may provide the counts in `register_suburb_property`.
   */
  "declared property": `
CREATE OR REPLACE TABLE work.suburb_declared_property AS
WITH declared AS (
  SELECT sal_code, count(*)::INTEGER AS declared_property_count
  FROM register_holdings
  WHERE item_no = ${REAL_ESTATE} AND currently_declared AND sal_code IS NOT NULL AND ${IS_PUBLIC}
  GROUP BY sal_code
)
SELECT sal_code, declared_property_count FROM declared
UNION ALL
SELECT sal_code, declared_property_count FROM register_suburb_property WHERE NOT EXISTS (FROM declared);
`,
});
