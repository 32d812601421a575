import type { Aggregate } from "../../snapshot/tables/aggregate.ts";
import { orderedSum } from "../../snapshot/tables/ordered-sums.ts";
import { IS_PUBLIC } from "../../snapshot/tables/public-licence-sql.ts";
import { sqlAggregates } from "../sql-aggregates.ts";

const FREQUENCY = `CASE
    WHEN measure = 'erp' THEN 'annual'
    WHEN starts_with(measure, 'dwelling_approvals_') AND NOT ends_with(measure, '_fy') THEN 'monthly'
    ELSE 'fy' END`;

/** Period label: 2025, 2026-06, or 2025-26 for the financial year that ends in June 2026. */
const LABEL = `CASE frequency
    WHEN 'annual' THEN strftime(period, '%Y')
    WHEN 'monthly' THEN strftime(period, '%Y-%m')
    ELSE strftime(period - INTERVAL 1 YEAR, '%Y') || '-' || strftime(period, '%y') END`;

const HAZARDS = ["flood", "bushfire", "water"];

/** SQL: weighted share over members with a value, if these have at least half of the residents; else null. */
const hazard = (name: string) => {
  const share = `${name}_share_pct`;
  const covered = orderedSum(`CASE WHEN ${share} IS NOT NULL THEN weight END`);
  return `CASE WHEN ${covered} > 0 AND ${covered} >= 0.5 * ${orderedSum("weight")}
    THEN round(${orderedSum(`${share} * weight`)} / ${covered}, 1) END AS ${share},
  count(${share})::INTEGER AS ${name}_covered_suburbs`;
};

/** SQL: electorates of a council with their share of its residents. */
const electorates = (level: string, name: string, prefix: string) => `
SELECT
  lga_code, '${level}' AS level, ${name} AS name,
  coalesce(min(${prefix}_member), '') AS member,
  coalesce(min(${prefix}_party), '') AS party,
  coalesce(min(${prefix}_party_ab), '') AS party_ab,
  coalesce(round(${orderedSum("weight")} / nullif(any_value(residents), 0), 3), 0) AS population_share,
  count(*)::INTEGER AS suburb_count
FROM serve.council_members
JOIN (SELECT lga_code, ${orderedSum("weight")} AS residents FROM serve.council_members GROUP BY lga_code) USING (lga_code)
WHERE ${name} IS NOT NULL
GROUP BY lga_code, ${name}`;

/** Fewer addresses with price cuts than this are not published. */
const MIN_CUTS = 3;

/** SQL: drop figures of addresses, per suburb or per council. */
const FIGURES = `count(drop_pct)::INTEGER AS dropped_listing_count,
  count(*) FILTER (is_tracked)::INTEGER AS tracked_listing_count,
  round(count(drop_pct) / count(*) FILTER (is_tracked), 3) AS dropped_share,
  round(median(drop_pct), 4) AS median_drop_pct`;

/** In order of dependency: an aggregate comes after those whose tables it reads. */
export const COUNCIL_AGGREGATES: readonly Aggregate[] = sqlAggregates({
  /**
   * Suburbs of each council: where it is dominant or has at least 5 % of the residents, with their own
   * figures. `weight` is the residents within the council; all of the suburb's if its share is null.
   */
  "council members": {
    order: { council_members: "lga_code, population DESC NULLS LAST, sal_name, sal_code" },
    sql: `
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
  },
  /** Public council figures over time; dwelling approvals of 12 months are null unless all 12 are known. */
  "council facts": {
    order: { council_facts: "lga_code, measure, source, period" },
    sql: `
CREATE TABLE serve.council_facts AS
SELECT *, ${LABEL} AS period_label
FROM (
  SELECT lga_code, measure, period, value, unit, ${FREQUENCY} AS frequency, source, source_licence
  FROM lga_facts
  WHERE ${IS_PUBLIC}
);

CREATE TABLE work.council_approvals AS
WITH months AS (
  SELECT lga_code, source, period, value, year(period) * 12 + month(period) AS month_number
  FROM serve.council_facts
  WHERE measure = 'dwelling_approvals_total'
),
latest AS (
  FROM months
  QUALIFY row_number() OVER (PARTITION BY lga_code ORDER BY month_number DESC, source) = 1
)
SELECT lga_code, latest.period, sum(months.value) AS dwellings
FROM months JOIN latest USING (lga_code, source)
WHERE months.month_number > latest.month_number - 12
GROUP BY ALL
HAVING count(DISTINCT months.month_number) = 12;

CREATE TABLE work.council_growth AS
WITH estimates AS (
  FROM serve.council_facts WHERE measure = 'erp'
  QUALIFY row_number() OVER (PARTITION BY lga_code, year(period) ORDER BY source) = 1
)
SELECT now.lga_code, (now.value / before.value - 1) * 100 AS growth_pct
FROM (
  FROM estimates
  QUALIFY row_number() OVER (PARTITION BY lga_code ORDER BY period DESC) = 1
) AS now
JOIN estimates AS before
  ON before.lga_code = now.lga_code AND before.source = now.source AND year(before.period) = year(now.period) - 1
WHERE before.value > 0
`,
  },
  /** Members aggregated per council: hazards, medians, crime, electorates; and the neighbouring councils. */
  "council rollups": {
    order: {
      council_rollups: "lga_code",
      council_crime: "lga_code, crime_type",
      council_electorates: "lga_code, level, name",
      council_neighbours: "lga_code, neighbour_code",
    },
    sql: `
CREATE TABLE serve.council_rollups AS
SELECT
  lga_code,
  count(*)::INTEGER AS member_suburbs,
  count(*) FILTER (dominant)::INTEGER AS dominant_suburbs,
  ${HAZARDS.map(hazard).join(",\n  ")},
  count(vg_median)::INTEGER AS priced_suburbs,
  min(vg_median) AS median_min,
  max(vg_median) AS median_max,
  median(vg_median) AS median_of_medians
FROM serve.council_members
GROUP BY lga_code;

CREATE TABLE serve.council_crime AS
WITH rates AS (
  SELECT lga_code, weight, crime.*
  FROM serve.council_members JOIN work.suburb_crime AS crime USING (sal_code)
  WHERE weight > 0
),
newest AS (
  FROM rates
  QUALIFY rank() OVER (PARTITION BY lga_code, crime_type ORDER BY fy_ending DESC, source) = 1
)
SELECT
  lga_code, crime_type,
  round(${orderedSum("rate_per_100k * weight")} / ${orderedSum("weight")}, 1) AS rate_per_100k,
  fy_ending,
  count(*)::INTEGER AS covered_suburbs,
  min(source_jurisdiction) AS source_jurisdiction,
  source,
  min(source_licence) AS source_licence
FROM newest
GROUP BY lga_code, crime_type, fy_ending, source;

CREATE TABLE serve.council_electorates AS
${electorates("federal", "federal_division", "federal")}
UNION ALL
${electorates("state", "state_district", "state")};

CREATE TABLE serve.council_neighbours AS
WITH touching AS (
  SELECT lga_code, neighbour_code FROM lga_neighbours
  UNION
  SELECT neighbour_code, lga_code FROM lga_neighbours
),
sharing AS (
  SELECT one.lga_code, other.lga_code AS neighbour_code, count(*) AS shared_suburbs
  FROM suburb_lga AS one JOIN suburb_lga AS other USING (sal_code)
  WHERE one.lga_code <> other.lga_code AND one.share >= 0.01 AND other.share >= 0.01
  GROUP BY ALL
)
SELECT
  lga_code, neighbour_code,
  touching.lga_code IS NOT NULL AS shares_border,
  coalesce(shared_suburbs, 0)::INTEGER AS shared_suburbs
FROM touching FULL JOIN sharing USING (lga_code, neighbour_code)
WHERE lga_code <> neighbour_code
`,
  },
  /**
   * Price cuts of the past 30 days in suburbs where the council is dominant. An address counts once per
   * suburb and per council, with its largest cut. Suburbs below MIN_CUTS count but have no row.
   */
  "council drops": {
    order: {
      council_drops: "lga_code",
      council_drop_suburbs: "lga_code, dropped_listing_count DESC, sal_code",
    },
    sql: `
CREATE TABLE work.council_addresses AS
WITH places AS (
  SELECT region_id, council.lga_code, council.sal_code
  FROM step.crawled_regions AS region JOIN work.suburb_council AS council USING (sal_code)
),
live AS (
  SELECT DISTINCT lga_code, sal_code, address_id
  FROM step.listings JOIN places USING (region_id)
  WHERE is_live AND address_id IS NOT NULL
),
cuts AS (
  SELECT lga_code, sal_code, address_id, max(max_drop_pct) AS drop_pct
  FROM step.region_address_cuts JOIN places USING (region_id)
  GROUP BY ALL
)
SELECT lga_code, sal_code, address_id, live.address_id IS NOT NULL AS is_tracked, drop_pct
FROM live FULL JOIN cuts USING (lga_code, sal_code, address_id);

CREATE TABLE serve.council_drop_suburbs AS
SELECT
  lga_code, sal_code,
  ${FIGURES}
FROM work.council_addresses
GROUP BY lga_code, sal_code
HAVING count(drop_pct) >= ${MIN_CUTS};

CREATE TABLE serve.council_drops AS
WITH addresses AS (
  SELECT lga_code, address_id, bool_or(is_tracked) AS is_tracked, max(drop_pct) AS drop_pct
  FROM work.council_addresses
  GROUP BY lga_code, address_id
),
tracked AS (
  SELECT lga_code, count(DISTINCT sal_code)::INTEGER AS suburbs_tracked
  FROM work.council_addresses
  WHERE is_tracked
  GROUP BY lga_code
)
SELECT
  lga_code,
  ${FIGURES},
  any_value(suburbs_tracked) AS suburbs_tracked
FROM addresses JOIN tracked USING (lga_code)
GROUP BY lga_code
HAVING count(drop_pct) >= ${MIN_CUTS}
`,
  },
  /** ListCouncils: one row per council or unincorporated area that has a slug. */
  "council summaries": {
    order: { council_summaries: "state_code, population DESC NULLS LAST, display_name, lga_code" },
    sql: `
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
  },
});
