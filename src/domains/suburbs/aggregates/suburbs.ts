import type { DescMessage } from "@bufbuild/protobuf";
import { NATIONAL_SCOPE, STATE_CODES } from "../../../dataset/states.ts";
import { SUBURB_AMENITIES } from "../../../dataset/tables/suburbs.ts";
import {
  StateCensusAveragesSchema,
  SuburbCrimeStatSchema,
  SuburbDemographicsSchema,
  SuburbElevationSchema,
  SuburbHazardExposureSchema,
  SuburbPlanningSchema,
  SuburbSeifaIndexSchema,
  SuburbSeifaSchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { camelCase } from "../../../runtime/camel-case.ts";
import { orderedList, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";
import { METRICS } from "../metrics/metric-registry.ts";
import { HAS_REGISTER } from "../metrics/people.ts";

/** Shares weighted by residents; the others are weighted by dwellings. */
const BY_RESIDENTS = /^unemployment_|^labour_|^pct_bachelor_|_personal_income$/;

const shares = StateCensusAveragesSchema.fields.map(({ name }) => name).filter((name) => name !== "basis");
const census = shares.map((field) => {
  const weight = BY_RESIDENTS.test(field) ? "population" : "dwelling_count";
  return `${orderedSum(`${field} * ${weight}`)} / nullif(sum(${weight}) FILTER (${field} IS NOT NULL), 0) AS ${field}`;
});

/** SQL: the published share, else the one computed from suburbs. */
const publishedFirst = (field: string) => `coalesce(published.${field}, census.${field}) AS ${field}`;
const countOf = (table: string) =>
  shares.map((field) => `(${table}.${field} IS NOT NULL)::INTEGER`).join(" + ");

const PUBLISHED = "'published'";
const incomeBasis = (published: string, rebuilt: string) =>
  `CASE WHEN ${published} IS NOT NULL THEN ${PUBLISHED} WHEN ${rebuilt} IS NOT NULL THEN 'median of suburbs' END`;

const AMENITY_COLUMNS = SUBURB_AMENITIES.columns.map((c) => c.name).filter((name) => name !== "sal_code");

/** Ranks in lists have one decimal and are at least 0.1, as 0 means no data. */
const listed = (rank: string) => `greatest(round(${rank}, 1), 0.1)`;
const listedRank = (rank: string) => `CASE WHEN ${rank} IS NOT NULL THEN ${listed(rank)} END`;

const fieldsOf = ({ fields }: DescMessage, isWanted = /./) =>
  fields.map(({ name }) => name).filter((name) => isWanted.test(name));

const SEIFA_PARTS = fieldsOf(SuburbSeifaIndexSchema);
const SEIFA_INDEXES = fieldsOf(SuburbSeifaSchema);
const ELEVATION = fieldsOf(SuburbElevationSchema);
const HAZARD_SHARES = fieldsOf(SuburbHazardExposureSchema, /_pct$/);
const PLANNING_FIGURES = fieldsOf(SuburbPlanningSchema, /^(?!zone_shares|instruments|.*source)/);

const members = (fields: readonly string[]) => fields.map((f) => `${camelCase(f)}: ${f}`).join(", ");
const struct = (fields: readonly string[]) => `{ ${members(fields)} }`;
const anyKnown = (fields: readonly string[]) => `coalesce(${fields.map((f) => `${f}::VARCHAR`).join(", ")})`;
const seifaColumns = SEIFA_INDEXES.flatMap((index) => SEIFA_PARTS.map((part) => `seifa_${index}_${part}`));
const seifaStruct = SEIFA_INDEXES.map(
  (index) =>
    `${index}: { ${SEIFA_PARTS.map((part) => `${camelCase(part)}: seifa_${index}_${part}`).join(", ")} }`,
).join(", ");

export const SUBURBS = sqlAggregates({
  /**
   * Baselines, one row per state: median of suburb prices, established-house medians of the capital and of
   * the rest, household income and census shares. Income and shares come from the publisher's state table if
   * the dataset has it; else income is that of the median suburb, and shares are weighted means of suburbs
   * above the census gates. `state_income_basis`, `national_income_basis` and `census_basis` record which.
   */
  "state baselines": {
    order: { state_baselines: "state_code" },
    sql: `
CREATE TABLE serve.state_baselines AS
WITH states(state_code) AS (VALUES ${STATE_CODES.map((code) => `('${code}')`).join(", ")}),
prices AS (
  SELECT state_code, median(latest_median_price) AS state_median_price
  FROM work.suburb_price JOIN suburb_demographics USING (sal_code)
  GROUP BY state_code
),
incomes AS (
  SELECT state_code, median(median_weekly_hhd_income) AS income
  FROM suburb_demographics
  GROUP BY state_code
),
country AS (
  SELECT
    (SELECT median(median_weekly_hhd_income) FROM suburb_demographics) AS rebuilt_income,
    (
      SELECT median_weekly_hhd_income FROM state_demographics
      WHERE state_code = '${NATIONAL_SCOPE}' AND ${IS_PUBLIC}
    ) AS published_income
),
established AS (
  SELECT regions.state_code, regions.region_type, regions.region_code, regions.region_name, value, period
  FROM house_price_regions AS regions
  LEFT JOIN serve.housing_headline AS headline
    ON headline.region_code = regions.region_code
    AND headline.measure = 'median_price' AND headline.dwelling_type = 'established_house'
  WHERE regions.region_type IN ('gccsa', 'rest_of_state')
  QUALIFY row_number() OVER (
    PARTITION BY regions.state_code, regions.region_type ORDER BY regions.region_code
  ) = 1
),
census AS (
  SELECT
    state_code,
    ${census.join(",\n    ")}
  FROM work.suburb_census
  GROUP BY state_code
)
SELECT
  state_code,
  state_median_price,
  coalesce(published.median_weekly_hhd_income, incomes.income) AS state_median_weekly_hhd_income,
  ${incomeBasis("published.median_weekly_hhd_income", "incomes.income")} AS state_income_basis,
  coalesce(published_income, rebuilt_income) AS national_median_weekly_hhd_income,
  ${incomeBasis("published_income", "rebuilt_income")} AS national_income_basis,
  capital.value AS capital_median_price,
  capital.region_name AS capital_region_name,
  capital.region_code AS capital_region_code,
  rest.value AS rest_of_state_median_price,
  rest.region_name AS rest_of_state_region_name,
  greatest(capital.period, rest.period) AS abs_median_period,
  ${shares.map(publishedFirst).join(",\n  ")},
  CASE
    WHEN ${countOf("published")} = ${shares.length} THEN ${PUBLISHED}
    WHEN ${countOf("published")} > 0 THEN 'mixed'
    WHEN ${countOf("census")} > 0 THEN 'weighted mean of suburbs'
  END AS census_basis
FROM states
CROSS JOIN country
LEFT JOIN (FROM state_demographics WHERE ${IS_PUBLIC}) AS published USING (state_code)
LEFT JOIN prices USING (state_code)
LEFT JOIN incomes USING (state_code)
LEFT JOIN census USING (state_code)
LEFT JOIN (FROM established WHERE region_type = 'gccsa') AS capital USING (state_code)
LEFT JOIN (FROM established WHERE region_type = 'rest_of_state') AS rest USING (state_code)
`,
  },
  /** ListStateSuburbs: suburbs with summary fields; `name_place` is the 1-based place in the state's list. */
  suburbs: {
    order: { suburbs: "sal_code" },
    sql: `
CREATE TABLE serve.suburbs AS
SELECT
  sal_code, sal_name, suburb.state_code, suburb.postcode,
  row_number() OVER (PARTITION BY suburb.state_code ORDER BY sal_name, sal_code)::INTEGER AS name_place,
  latest_median_price, latest_period, latest_is_preliminary, latest_sale_count, yoy_pct, price.region_code,
  price.source_licence AS price_licence,
  population, median_age, median_weekly_hhd_income, pct_born_overseas,
  top_religion, top_language, pct_top_language,
  federal_division, federal_member, federal_party, federal_party_ab, federal_tpp_alp,
  state_district, state_member, state_party, state_party_ab,
  ${AMENITY_COLUMNS.join(", ")},
  broadband.dominant_nbn_tech, broadband.connectivity_quality_score,
  ${listedRank("break_ins")} AS crime_break_ins_rank,
  ${listedRank("violent")} AS crime_violent_rank,
  ${listedRank("motor_vehicle")} AS crime_motor_vehicle_rank,
  CASE WHEN ${HAS_REGISTER} THEN coalesce(declared_property_count, 0) END AS politician_property_count
FROM work.suburb_census AS suburb
LEFT JOIN work.suburb_price AS price USING (sal_code)
LEFT JOIN suburb_amenities USING (sal_code)
LEFT JOIN work.suburb_broadband AS broadband USING (sal_code)
LEFT JOIN work.suburb_crime_rank USING (sal_code)
LEFT JOIN work.suburb_declared_property USING (sal_code)
`,
  },
  /**
   * GetSuburbProfile: one row per suburb, one struct column per block; null if the block is absent. Names of
   * councils and similar suburbs are not repeated; they are in `councils` and `suburbs`.
   */
  "suburb profiles": {
    order: { suburb_profiles: "sal_code" },
    sql: `
CREATE TABLE serve.suburb_profiles AS
WITH crime AS (
  SELECT
    sal_code,
    ${orderedList(struct(fieldsOf(SuburbCrimeStatSchema)), ["crime_type"])} AS stats,
    first({ jurisdiction: source_jurisdiction, source: source, licence: source_licence }
      ORDER BY crime_type) AS origin
  FROM work.suburb_crime
  GROUP BY sal_code
),
alike AS (
  SELECT
    of.sal_code,
    ${orderedList("{ salCode: of.similar_sal_code, similarity: of.similarity, compared: of.compared }", ["place"])} AS suburbs
  FROM work.similar_suburb AS of
  GROUP BY of.sal_code
)
SELECT
  sal_code,
  (${struct(fieldsOf(SuburbDemographicsSchema))}) AS demographics,
  ({ archetype: archetype, blurb: blurb, landmarks: landmarks, bgKey: bg_key, bgUrl: bg_url })
    AS banner,
  CASE WHEN ${anyKnown(seifaColumns)} IS NOT NULL THEN ({ ${seifaStruct} }) END AS seifa,
  CASE WHEN ${anyKnown(ELEVATION)} IS NOT NULL THEN (${struct(ELEVATION)}) END AS elevation,
  lga_code,
  dominant_share,
  price.source AS price_source,
  offence.source AS offence_source,
  (other_councils) AS council_overlaps,
  (alike.suburbs) AS similar_suburbs,
  CASE WHEN crime.stats IS NOT NULL THEN ({
    stats: crime.stats,
    sourceJurisdiction: origin.jurisdiction, source: origin.source, sourceLicence: origin.licence
  }) END AS crime,
  CASE WHEN ${anyKnown(HAZARD_SHARES)} IS NOT NULL THEN (${struct(fieldsOf(SuburbHazardExposureSchema))}) END AS hazards,
  CASE WHEN ${anyKnown(PLANNING_FIGURES)} IS NOT NULL OR len(zone_shares) > 0 THEN ({
    zoneShares: coalesce(zone_shares, []),
    ${members(PLANNING_FIGURES)},
    instruments: coalesce(instruments, []),
    zoningSource: zoning_source, heritageSource: heritage_source, sourceLicence: planning.source_licence
  }) END AS planning,
  origin.licence AS crime_licence,
  hazard.source_licence AS hazards_licence,
  planning.source_licence AS planning_licence
FROM work.suburb_census
LEFT JOIN work.suburb_price AS price USING (sal_code)
LEFT JOIN work.suburb_banner USING (sal_code)
LEFT JOIN work.suburb_council USING (sal_code)
LEFT JOIN alike USING (sal_code)
LEFT JOIN crime USING (sal_code)
LEFT JOIN work.suburb_offence_rate AS offence USING (sal_code)
LEFT JOIN work.suburb_hazard AS hazard USING (sal_code)
LEFT JOIN work.suburb_planning AS planning USING (sal_code)
`,
  },
  /** Metrics of every suburb, in registry order; null is missing, 0 a measured zero. */
  "suburb metrics": {
    order: { suburb_metrics: "sal_code" },
    sql: `
CREATE TABLE serve.suburb_metrics AS
SELECT
  suburb.sal_code,
  suburb.state_code,
  ${METRICS.map(({ key, sql }) => `CAST(${sql} AS FLOAT) AS ${key}`).join(",\n  ")}
FROM work.suburb_census AS suburb
LEFT JOIN work.suburb_price USING (sal_code)
LEFT JOIN work.suburb_market USING (sal_code)
LEFT JOIN work.suburb_unit_market USING (sal_code)
LEFT JOIN work.suburb_listing_market USING (sal_code)
LEFT JOIN suburb_amenities AS amenities USING (sal_code)
LEFT JOIN work.suburb_broadband USING (sal_code)
LEFT JOIN work.suburb_crime_rank USING (sal_code)
LEFT JOIN work.suburb_offence_rate USING (sal_code)
LEFT JOIN work.suburb_hazard USING (sal_code)
LEFT JOIN work.suburb_planning USING (sal_code)
LEFT JOIN work.suburb_council USING (sal_code)
LEFT JOIN work.suburb_declared_property USING (sal_code)
LEFT JOIN work.party_index AS federal ON federal.abbreviation = suburb.federal_party_ab
LEFT JOIN work.party_index AS state ON state.abbreviation = suburb.state_party_ab
`,
  },
  /** Suburb outlines under a public licence, as strings: SQL never needs their points. */
  "suburb outlines": {
    order: { suburb_outlines: "sal_code" },
    sql: `
CREATE TABLE serve.suburb_outlines AS
SELECT sal_code, sal_name, CAST(outline AS VARCHAR) AS outline, source, source_licence
FROM suburb_outlines JOIN suburb_demographics USING (sal_code)
WHERE ${IS_PUBLIC}
`,
  },
  /** Centroid of every suburb, and the council with most of its residents. */
  "suburb places": {
    order: { suburb_places: "sal_code" },
    sql: `
CREATE TABLE serve.suburb_places AS
SELECT
  sal_code, suburb.sal_name, suburb.centroid_lat, suburb.centroid_lon, council.lga_code, lga.lga_name
FROM suburb_demographics AS suburb
LEFT JOIN work.suburb_council AS council USING (sal_code)
LEFT JOIN lga ON lga.lga_code = council.lga_code
`,
  },
});
