import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** ListCouncils: councils and unincorporated areas that have a name for addresses, one row each. */
const SQL = `
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
`;

export const COUNCIL_SUMMARIES = sqlAggregate(
  "council summaries",
  [{ name: "council_summaries", orderBy: "state_code, population DESC NULLS LAST, display_name, lga_code" }],
  SQL,
);
