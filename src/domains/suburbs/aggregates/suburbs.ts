import { SUBURB_AMENITIES } from "../../../dataset/tables/suburbs.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { METRICS } from "../metrics/metric-registry.ts";
import { HAS_REGISTER } from "../metrics/people.ts";

const AMENITY_COLUMNS = SUBURB_AMENITIES.columns.map((c) => c.name).filter((name) => name !== "sal_code");

/** Ranks in lists carry one decimal and never read 0, which means no data. */
const listed = (rank: string) => `greatest(round(${rank}, 1), 0.1)`;
const listedRank = (rank: string) => `CASE WHEN ${rank} IS NOT NULL THEN ${listed(rank)} END`;

/** ListStateSuburbs: every suburb with the fields of a summary; `name_place` is its place in its state's list. */
export const SUBURBS = sqlAggregate(
  "suburbs",
  [{ name: "suburbs", orderBy: "sal_code" }],
  `
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
);

/** The metrics of the registry for every suburb, in registry order; null is not data, 0 a measured zero. */
export const SUBURB_METRICS = sqlAggregate(
  "suburb metrics",
  [{ name: "suburb_metrics", orderBy: "sal_code" }],
  `
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
);
