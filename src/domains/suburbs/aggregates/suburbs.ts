import { SUBURB_AMENITIES } from "../../../dataset/tables/suburbs.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { HAS_REGISTER } from "../metrics/people.ts";

const AMENITY_COLUMNS = SUBURB_AMENITIES.columns.map((c) => c.name).filter((name) => name !== "sal_code");

/** Ranks in lists carry one decimal and never read 0, which means no data. */
const listed = (rank: string) => `greatest(round(${rank}, 1), 0.1)`;
const listedRank = (rank: string) => `CASE WHEN ${rank} IS NOT NULL THEN ${listed(rank)} END`;

/** ListStateSuburbs: every suburb with the fields of a summary; `name_place` is its place in its state's list. */
const SQL = `
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
`;

export const SUBURBS = sqlAggregate("suburbs", [{ name: "suburbs", orderBy: "sal_code" }], SQL);
