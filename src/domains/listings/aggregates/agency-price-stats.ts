import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { askingBy, ranking } from "./steps/listing-sql.ts";

/** Columns that tell an agency from others. */
const AGENCY = "source, agency_id, state_code";

/**
 * Agencies with their live addresses and the cuts of the past 30 days, one row a portal, agency and state, ranked
 * nationally (scope AU, the same rows unfiltered) and per state for each way of sorting. A row needs 3 active
 * addresses; asking statistics are null under 3 priced addresses for sale, cut statistics under 3 cut addresses.
 * The name is that of the most recently seen listing. Only the 100 rows that a request can reach are kept.
 */
const AGENCY_PRICE_STATS = `
CREATE TABLE serve.agency_price_stats AS
WITH live AS (
  SELECT ${AGENCY}, region_id, address_id, listing_id, agency_name, last_seen_at
  FROM step.listings
  WHERE is_live AND address_id IS NOT NULL AND agency_id IS NOT NULL
),
agencies AS (
  SELECT
    ${AGENCY},
    count(DISTINCT address_id) AS active_listings,
    count(DISTINCT region_id) AS suburbs_covered
  FROM live
  GROUP BY ${AGENCY}
  HAVING count(DISTINCT address_id) >= 3
),
names AS (
  SELECT ${AGENCY}, agency_name
  FROM live
  WHERE agency_name IS NOT NULL
  QUALIFY row_number() OVER (PARTITION BY ${AGENCY} ORDER BY last_seen_at DESC, listing_id) = 1
),
${askingBy({ place: AGENCY, condition: "agency_id IS NOT NULL" })},
cut_addresses AS (
  SELECT
    ${AGENCY},
    address_id,
    max(drop_pct) AS max_drop_pct,
    ${orderedSum("drop_abs")} AS drop_value
  FROM step.price_cuts
  WHERE is_live AND agency_id IS NOT NULL AND observed_at >= getvariable('as_of') - INTERVAL 30 DAY
  GROUP BY ${AGENCY}, address_id
),
cuts AS (
  SELECT
    ${AGENCY},
    count(*) AS dropped_count,
    CASE WHEN count(*) >= 3 THEN ${orderedMean("max_drop_pct")} END AS avg_drop_pct,
    CASE WHEN count(*) >= 3 THEN ${orderedSum("drop_value")} END AS total_drop_value
  FROM cut_addresses
  GROUP BY ${AGENCY}
),
scoped AS (
  SELECT
    unnest(list_distinct(['AU', nullif(a.state_code, '')])) AS scope,
    a.source,
    a.agency_id,
    coalesce(n.agency_name, '') AS agency_name,
    a.state_code,
    CAST(a.active_listings AS INTEGER) AS active_listings,
    CAST(coalesce(k.for_sale_priced, 0) AS INTEGER) AS priced_listings,
    k.avg_asking,
    k.median_asking,
    CAST(a.suburbs_covered AS INTEGER) AS suburbs_covered,
    CAST(coalesce(c.dropped_count, 0) AS INTEGER) AS dropped_count,
    c.avg_drop_pct,
    c.total_drop_value
  FROM agencies a
  LEFT JOIN names n USING (${AGENCY})
  LEFT JOIN asking k USING (${AGENCY})
  LEFT JOIN cuts c USING (${AGENCY})
),
${ranking(
  {
    drops: "dropped_count DESC, total_drop_value DESC NULLS LAST, active_listings DESC",
    listings: "active_listings DESC, dropped_count DESC",
    avg_cut: "avg_drop_pct DESC NULLS LAST, dropped_count DESC",
    value: "total_drop_value DESC NULLS LAST, dropped_count DESC",
  },
  AGENCY,
  100,
)}`;

export const agencyPriceStats = sqlAggregate(
  "agency price stats",
  [{ name: "agency_price_stats", orderBy: "scope, sort, rank" }],
  AGENCY_PRICE_STATS,
);
