import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { COUNCIL_DROPS } from "./council-drops.ts";
import { COUNCIL_FACTS } from "./council-facts.ts";
import { COUNCIL_ROLLUPS } from "./council-rollups.ts";

/**
 * The suburbs of each council: those of which it is dominant, and those of which it holds at least 5 % of the
 * residents. `weight` is the residents that live in it: all of a suburb that a
 * list names the council of without a share. A suburb's own figures are next to it.
 */
const COUNCIL_MEMBERS = sqlAggregate(
  "council members",
  [{ name: "council_members", orderBy: "lga_code, population DESC NULLS LAST, sal_name, sal_code" }],
  `
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
`,
);

/** ListCouncils: councils and unincorporated areas that have a name for addresses, one row each. */
const COUNCIL_SUMMARIES = sqlAggregate(
  "council summaries",
  [{ name: "council_summaries", orderBy: "state_code, population DESC NULLS LAST, display_name, lga_code" }],
  `
CREATE TABLE serve.council_summaries AS
WITH newest AS (
  SELECT lga_code, max(period) AS period FROM serve.council_facts GROUP BY lga_code
)
SELECT
  lga_code, slug, coalesce(display_name, lga_name) AS display_name, kind, state_code,
  population, erp_year,
  round(coalesce(pop_growth_pct, growth_pct), 2) AS pop_growth_pct,
  round(area_sqkm, 1) AS area_sqkm,
  round(population / nullif(area_sqkm, 0), 1) AS density_per_sqkm,
  coalesce(dominant_suburbs, 0) AS member_suburb_count,
  CASE WHEN council_house_median_period IS NOT NULL THEN council_house_median END AS council_house_median,
  CASE WHEN council_house_median IS NOT NULL THEN council_house_median_period END AS council_house_median_period,
  round(fed_fag_aud / nullif(population, 0), 2) AS fag_per_resident,
  fed_fag_year AS fag_year,
  round(1000 * dwellings / nullif(population, 0), 2) AS approvals_per_1000,
  strftime(approvals.period, '%Y-%m') AS approvals_through,
  seifa_irsad_decile, flood_share_pct, bushfire_share_pct,
  dropped_share AS price_drop_share,
  strftime(newest.period, '%Y-%m-%d') AS data_through,
  strftime(getvariable('as_of'), '%Y-%m-%d') AS facts_as_of
FROM serve.councils
LEFT JOIN serve.council_rollups USING (lga_code)
LEFT JOIN serve.council_drops USING (lga_code)
LEFT JOIN work.council_approvals AS approvals USING (lga_code)
LEFT JOIN work.council_growth USING (lga_code)
LEFT JOIN newest USING (lga_code)
WHERE kind IN ('council', 'unincorporated') AND coalesce(slug, '') <> ''
`,
);

/** An aggregate comes after those whose tables it reads. */
export const COUNCIL_AGGREGATES: readonly Aggregate[] = [
  COUNCIL_MEMBERS,
  COUNCIL_FACTS,
  COUNCIL_ROLLUPS,
  COUNCIL_DROPS,
  COUNCIL_SUMMARIES,
];
