import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { LEAST_SHARE_RESIDENTS } from "../metrics/declare.ts";

const RESIDENT_FIELDS = [
  "pct_born_overseas",
  "pct_english_only",
  "top_religion",
  "pct_top_religion",
  "pct_no_religion",
  "top_language",
  "pct_top_language",
  "pct_low_personal_income",
  "pct_high_personal_income",
  "unemployment_rate",
  "labour_force_participation_rate",
  "pct_bachelor_or_higher",
  "pct_couple_with_children",
  "pct_year_12",
];

/** Their denominator is the number of occupied dwellings, so they also need one. */
const DWELLING_FIELDS = [
  "pct_owned_outright",
  "pct_owned_mortgage",
  "pct_rented",
  "pct_separate_house",
  "pct_flat_apartment",
  "pct_lone_person_household",
  "pct_no_motor_vehicle",
  "pct_two_or_more_motor_vehicles",
  "pct_low_household_income",
  "pct_high_household_income",
  "pct_high_mortgage",
  "pct_high_rent",
];

/** Districts of these states have several members, so a suburb has no single one. */
const STATE_MEMBER_FIELDS = ["state_member", "state_party", "state_party_ab"];

const replaced = [
  ...RESIDENT_FIELDS.map((f) => `CASE WHEN population >= ${LEAST_SHARE_RESIDENTS} THEN ${f} END AS ${f}`),
  ...DWELLING_FIELDS.map(
    (f) =>
      `CASE WHEN population >= ${LEAST_SHARE_RESIDENTS} AND coalesce(dwelling_count, 1) > 0 THEN ${f} END AS ${f}`,
  ),
  ...STATE_MEMBER_FIELDS.map((f) => `CASE WHEN state_code NOT IN ('TAS', 'ACT') THEN ${f} END AS ${f}`),
];

/** The suburb spine with the census gates applied; every later aggregate reads this instead of the raw table. */
const SQL = `
CREATE TABLE work.suburb_census AS
SELECT * REPLACE (
  ${replaced.join(",\n  ")}
)
FROM suburb_demographics
`;

export const SUBURB_CENSUS = sqlAggregate("suburb census", [], SQL);
