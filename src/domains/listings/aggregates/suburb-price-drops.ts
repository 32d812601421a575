import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { ranking } from "./steps/listing-sql.ts";

/**
 * Suburb regions ranked by their cuts, nationally (scope AU) and per state, for each way of sorting. A region with
 * fewer than 3 cut addresses has no drop row: its drop fields are null and its active count falls back to the
 * count for sale. Sort keys fall, missing ones last, then region_code rises. `share` ranks only regions with at
 * least 20 active addresses; thinner ones follow. Only the 500 rows that a request can reach are kept.
 */
const SUBURB_PRICE_DROPS = `
CREATE TABLE serve.suburb_price_drops AS
WITH cuts AS (
  SELECT
    region_id,
    CAST(count(*) AS INTEGER) AS dropped_listing_count,
    ${orderedMean("max_drop_pct")} AS avg_drop_pct,
    quantile_cont(max_drop_pct, 0.5) AS median_drop_pct,
    max(max_drop_pct) AS max_drop_pct,
    max(max_drop_abs) AS max_drop_abs,
    ${orderedSum("drop_value")} AS dropped_value
  FROM step.region_address_cuts
  GROUP BY region_id
  HAVING count(*) >= 3
),
suburbs AS (
  SELECT
    r.region_code,
    r.sal_code,
    r.sal_name,
    r.state_code,
    c.dropped_listing_count,
    c.avg_drop_pct,
    c.median_drop_pct,
    c.max_drop_pct,
    c.max_drop_abs,
    CASE WHEN c.region_id IS NULL THEN s.for_sale_count ELSE s.active_addresses END AS total_active_listings,
    c.dropped_listing_count / s.active_addresses AS dropped_share,
    r.postcode,
    s.for_sale_count,
    s.avg_asking,
    s.median_asking,
    s.sold_count,
    s.avg_sold,
    s.median_sold,
    c.dropped_value
  FROM serve.suburb_listing_stats s
  JOIN step.crawled_regions r ON r.region_id = s.region_id
  LEFT JOIN cuts c ON c.region_id = s.region_id
),
scoped AS (
  SELECT
    unnest(list_distinct(['AU', nullif(state_code, '')])) AS scope,
    *,
    CASE WHEN total_active_listings >= 20 THEN coalesce(dropped_share, 0) END AS ranked_share
  FROM suburbs
),
${ranking(
  {
    count: "dropped_listing_count DESC NULLS LAST",
    avg: "avg_drop_pct DESC NULLS LAST",
    max: "max_drop_pct DESC NULLS LAST",
    asking: "avg_asking DESC NULLS LAST",
    sold: "avg_sold DESC NULLS LAST",
    share: "ranked_share DESC NULLS LAST",
  },
  "region_code",
  500,
  ["ranked_share"],
)}`;

export const suburbPriceDrops = sqlAggregate(
  "suburb price drops",
  [{ name: "suburb_price_drops", orderBy: "scope, sort, rank" }],
  SUBURB_PRICE_DROPS,
);
