import { SUBURB_DEMOGRAPHICS } from "../../../dataset/tables/demographics.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { LEAST_SHARE_RESIDENTS } from "../metrics/declare.ts";

/** Shares and culture, which say something where enough people live. */
const SHARE_FIELDS = SUBURB_DEMOGRAPHICS.columns
  .map(({ name }) => name)
  .filter((name) => /^(pct_|top_|unemployment_|labour_)/.test(name));

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
  ...SHARE_FIELDS.map((f) => {
    const isDivided = DWELLING_FIELDS.includes(f) ? " AND coalesce(dwelling_count, 1) > 0" : "";
    return `CASE WHEN population >= ${LEAST_SHARE_RESIDENTS}${isDivided} THEN ${f} END AS ${f}`;
  }),
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
