import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { pricesBy } from "./steps/listing-sql.ts";

const IN_A_STATE = "state_code NOT IN ('', 'AU')";
const SCOPE = "coalesce(state_code, 'AU') AS scope";

/**
 * Cuts, asking and sold prices of every state that was ever crawled and of the country (AU). The country is
 * aggregated over the address winners of the states, never averaged from the states. Listings without a state, or
 * with the literal state AU, are left out. Cut statistics are null under 3 cut addresses, price statistics under 3
 * priced ones. Crawled suburbs are suburb regions: tracked with a live or sold address, swept with any listing seen
 * in 14 days, in the catalogue with any listing at all.
 */
const STATE_PRICE_DROPS = `
CREATE TABLE serve.state_price_drops AS
WITH cuts AS (
  SELECT
    ${SCOPE},
    count(*) AS dropped_count,
    CASE WHEN count(*) >= 3 THEN ${orderedMean("max_drop_pct")} END AS avg_drop_pct,
    CASE WHEN count(*) >= 3 THEN quantile_cont(max_drop_pct, 0.5) END AS median_drop_pct,
    CASE WHEN count(*) >= 3 THEN max(max_drop_pct) END AS max_drop_pct,
    CASE WHEN count(*) >= 3 THEN ${orderedSum("drop_value")} END AS dropped_value
  FROM step.state_address_cuts
  WHERE ${IN_A_STATE}
  GROUP BY ROLLUP (state_code)
),
active_addresses AS (
  SELECT DISTINCT state_code, address_id
  FROM step.listings
  WHERE is_live AND address_id IS NOT NULL AND ${IN_A_STATE}
),
active AS (
  SELECT ${SCOPE}, count(*) AS total_active_listings
  FROM active_addresses
  GROUP BY ROLLUP (state_code)
),
${pricesBy({ place: "state_code", named: SCOPE, groups: "ROLLUP (state_code)", condition: IN_A_STATE })},
tracked_regions AS (
  SELECT state_code, region_id FROM step.listings
  WHERE is_live AND address_id IS NOT NULL AND ${IN_A_STATE}
  UNION
  SELECT state_code, region_id FROM step.sold_listings WHERE ${IN_A_STATE}
),
tracked AS (
  SELECT ${SCOPE}, count(DISTINCT region_id) AS suburbs_tracked
  FROM tracked_regions
  GROUP BY ROLLUP (state_code)
),
catalogue AS (
  SELECT
    ${SCOPE},
    count(DISTINCT region_id) AS catalog_suburbs,
    count(DISTINCT region_id) FILTER (WHERE last_seen_at >= getvariable('as_of') - INTERVAL 14 DAY)
      AS suburbs_swept_14d
  FROM step.listings
  WHERE ${IN_A_STATE}
  GROUP BY ROLLUP (state_code)
  HAVING count(*) > 0
)
SELECT
  k.scope AS state_code,
  CAST(coalesce(c.dropped_count, 0) AS INTEGER) AS dropped_count,
  c.avg_drop_pct,
  c.median_drop_pct,
  c.max_drop_pct,
  c.dropped_value,
  CAST(coalesce(a.total_active_listings, 0) AS INTEGER) AS total_active_listings,
  coalesce(coalesce(c.dropped_count, 0) / nullif(a.total_active_listings, 0), 0) AS dropped_share,
  CAST(coalesce(f.for_sale_count, 0) AS INTEGER) AS for_sale_count,
  CAST(coalesce(f.for_sale_priced, 0) AS INTEGER) AS for_sale_priced,
  f.avg_asking,
  f.median_asking,
  CAST(coalesce(s.sold_count, 0) AS INTEGER) AS sold_count,
  s.avg_sold,
  s.median_sold,
  CAST(coalesce(t.suburbs_tracked, 0) AS INTEGER) AS suburbs_tracked,
  CAST(k.suburbs_swept_14d AS INTEGER) AS suburbs_swept_14d,
  CAST(k.catalog_suburbs AS INTEGER) AS catalog_suburbs
FROM catalogue k
LEFT JOIN cuts c ON c.scope = k.scope
LEFT JOIN active a ON a.scope = k.scope
LEFT JOIN asking f ON f.scope = k.scope
LEFT JOIN sold s ON s.scope = k.scope
LEFT JOIN tracked t ON t.scope = k.scope
ORDER BY k.scope = 'AU' DESC, dropped_count DESC, k.scope;
`;

export const statePriceDrops = sqlAggregate(
  "state price drops",
  [{ name: "state_price_drops", orderBy: "state_code = 'AU' DESC, dropped_count DESC, state_code" }],
  STATE_PRICE_DROPS,
);
