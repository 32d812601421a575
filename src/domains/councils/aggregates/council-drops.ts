import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** Fewer cut addresses than this are not told. */
const MIN_CUTS = 3;

/** SQL: what is counted of addresses, in a suburb or in a council. */
const FIGURES = `count(drop_pct)::INTEGER AS dropped_listing_count,
  count(*) FILTER (is_tracked)::INTEGER AS tracked_listing_count,
  round(count(drop_pct) / count(*) FILTER (is_tracked), 3) AS dropped_share,
  round(median(drop_pct), 4) AS median_drop_pct`;

/**
 * Cuts of the past 30 days over the suburbs of which a council is dominant. An address counts once in its suburb and once
 * in its council, with its largest cut; suburbs below the floor count in the council and are not named.
 */
const SQL = `
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
`;

export const COUNCIL_DROPS = sqlAggregate(
  "council drops",
  [
    { name: "council_drops", orderBy: "lga_code" },
    { name: "council_drop_suburbs", orderBy: "lga_code, dropped_listing_count DESC, sal_code" },
  ],
  SQL,
);
