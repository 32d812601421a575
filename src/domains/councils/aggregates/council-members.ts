import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/**
 * The suburbs of each council: those of which it is dominant, and those of which it holds at least 5 % of the
 * residents. `weight` is the residents that live in it: all of a suburb that a
 * list names the council of without a share. A suburb's own figures are next to it.
 */
const SQL = `
CREATE TABLE serve.council_members AS
SELECT
  part.lga_code, sal_code, sal_name, suburb.postcode, population, share,
  part.lga_code = dominant.lga_code AS dominant,
  coalesce(population, 0) * coalesce(share, 1) AS weight,
  latest_median_price AS vg_median, latest_period AS vg_median_period,
  flood_planning_share_pct AS flood_share_pct,
  bushfire_prone_share_pct AS bushfire_share_pct,
  water_observed_share_pct AS water_share_pct,
  seifa_irsad_decile_aus AS seifa_irsad_decile,
  federal_division, federal_member, federal_party, federal_party_ab,
  state_district, state_member, state_party, state_party_ab
FROM suburb_lga AS part
JOIN work.suburb_census AS suburb USING (sal_code)
JOIN (SELECT sal_code, lga_code FROM work.suburb_council) AS dominant USING (sal_code)
LEFT JOIN work.suburb_price USING (sal_code)
LEFT JOIN work.suburb_hazard USING (sal_code)
WHERE part.lga_code = dominant.lga_code OR share >= 0.05
`;

export const COUNCIL_MEMBERS = sqlAggregate(
  "council members",
  [{ name: "council_members", orderBy: "lga_code, population DESC NULLS LAST, sal_name, sal_code" }],
  SQL,
);
