import { type Statement, statement } from "../../../engine/sql/statement.ts";
import { orderedMean, orderedSum } from "../../../snapshot/build/ordered-sums.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { IN_A_STATE, IN_SET, newestPerAddress, SET_PARAMETERS } from "./set-statements.ts";

/** The daily drop index of a set, a row a day; columns are fields of DropIndexPoint. */
export const SET_DROP_INDEX: Statement<Row> = statement(
  "drop index of a set",
  { ...SET_PARAMETERS, from_day: "date", to_day: "date", is_country: "boolean" },
  `
WITH chosen AS (
  SELECT first_seen_on FROM drop_index_suburbs WHERE ${IN_SET}
),
firsts AS (
  SELECT first_seen_on, count(*) AS suburbs FROM chosen GROUP BY first_seen_on
),
days AS (
  SELECT day, withdrawn_then_relisted, delisted_count
  FROM drop_index_counters
  WHERE day BETWEEN $from_day AND $to_day AND (SELECT count(*) FROM chosen) > 0
),
catalogue AS (
  SELECT d.day, CAST(coalesce(sum(f.suburbs), 0) AS INTEGER) AS catalogue
  FROM days d
  LEFT JOIN firsts f ON f.first_seen_on <= d.day
  GROUP BY d.day
),
panels AS (
  SELECT
    day,
    CAST(count(*) AS INTEGER) AS panel_suburbs,
    ${orderedMean("dropped / active")} AS drop_rate,
    quantile_cont(median_drop_pct, 0.5) AS median_drop_pct,
    CAST(sum(active) AS INTEGER) AS active,
    CAST(sum(dropped) AS INTEGER) AS dropped
  FROM drop_index_suburb_days
  WHERE day BETWEEN $from_day AND $to_day AND active >= 20 AND ${IN_SET}
  GROUP BY day
)
SELECT
  strftime(d.day, '%Y-%m-%d') AS snapshot_date,
  coalesce(p.drop_rate, 0) AS drop_rate,
  CASE WHEN coalesce(p.dropped, 0) >= 3 THEN p.median_drop_pct END AS median_drop_pct,
  coalesce(p.panel_suburbs, 0) AS panel_suburbs,
  coalesce(p.panel_suburbs / nullif(k.catalogue, 0), 0) AS coverage_ratio,
  coalesce(p.panel_suburbs / nullif(k.catalogue, 0), 0) < 0.6 AS is_gap,
  coalesce(p.active, 0) AS active_addresses,
  coalesce(p.dropped, 0) AS dropped_addresses,
  CASE WHEN $is_country THEN d.withdrawn_then_relisted ELSE 0 END AS withdrawn_then_relisted,
  CASE WHEN $is_country THEN d.delisted_count ELSE 0 END AS delisted_count,
  coalesce(p.dropped, 0) < 3 AS median_withheld
FROM days d
JOIN catalogue k ON k.day = d.day
LEFT JOIN panels p ON p.day = d.day
ORDER BY d.day
`,
);

const floored = (statistic: string) => `CASE WHEN count(price) >= 3 THEN ${statistic} END`;

/** Cuts, asking and sold prices of a set in one row; none when no listing of it was ever seen. */
export const SET_SUMMARY: Statement<Row> = statement(
  "summary of a set",
  SET_PARAMETERS,
  `
WITH portal_cuts AS (
  SELECT
    state_code,
    address_id,
    source,
    max(drop_pct) AS max_drop_pct,
    ${orderedSum("drop_abs")} AS drop_value
  FROM live_price_cuts
  WHERE entry_window <= 30 AND ${IN_A_STATE} AND ${IN_SET}
  GROUP BY state_code, address_id, source
),
address_cuts AS (
  SELECT max_drop_pct, drop_value
  FROM portal_cuts
  QUALIFY row_number() OVER (PARTITION BY state_code, address_id ORDER BY drop_value DESC, source) = 1
),
cuts AS (
  SELECT
    count(*) AS dropped_count,
    CASE WHEN count(*) >= 3 THEN ${orderedMean("max_drop_pct")} END AS avg_drop_pct,
    CASE WHEN count(*) >= 3 THEN quantile_cont(max_drop_pct, 0.5) END AS median_drop_pct,
    CASE WHEN count(*) >= 3 THEN max(max_drop_pct) END AS max_drop_pct,
    CASE WHEN count(*) >= 3 THEN ${orderedSum("drop_value")} END AS dropped_value
  FROM address_cuts
),
active AS (
  SELECT count(*) AS total_active_listings
  FROM (SELECT DISTINCT state_code, address_id FROM live_listings WHERE ${IN_A_STATE} AND ${IN_SET})
),
for_sale AS (${newestPerAddress("live_listings", "is_for_sale")}
),
asking AS (
  SELECT
    count(*) AS for_sale_count,
    count(price) AS for_sale_priced,
    ${floored(orderedMean("price"))} AS avg_asking,
    ${floored("quantile_cont(price, 0.5)")} AS median_asking
  FROM for_sale
),
sold_addresses AS (${newestPerAddress("sold_listings", "true")}
),
sold AS (
  SELECT
    count(*) AS sold_count,
    ${floored(orderedMean("price"))} AS avg_sold,
    ${floored("quantile_cont(price, 0.5)")} AS median_sold
  FROM sold_addresses
),
tracked AS (
  SELECT count(*) AS suburbs_tracked
  FROM (
    SELECT region_id FROM live_listings WHERE ${IN_A_STATE} AND ${IN_SET}
    UNION
    SELECT region_id FROM sold_listings WHERE ${IN_A_STATE} AND ${IN_SET}
  )
),
listed AS (
  SELECT
    count(DISTINCT region_id) AS catalog_suburbs,
    count(DISTINCT region_id) FILTER (WHERE is_swept) AS suburbs_swept_14d
  FROM listed_regions
  WHERE ${IN_A_STATE} AND ${IN_SET}
  HAVING count(*) > 0
)
SELECT
  CAST(dropped_count AS INTEGER) AS dropped_count,
  avg_drop_pct,
  median_drop_pct,
  max_drop_pct,
  dropped_value,
  CAST(total_active_listings AS INTEGER) AS total_active_listings,
  coalesce(dropped_count / nullif(total_active_listings, 0), 0) AS dropped_share,
  CAST(for_sale_count AS INTEGER) AS for_sale_count,
  CAST(for_sale_priced AS INTEGER) AS for_sale_priced,
  avg_asking,
  median_asking,
  CAST(sold_count AS INTEGER) AS sold_count,
  avg_sold,
  median_sold,
  CAST(suburbs_tracked AS INTEGER) AS suburbs_tracked,
  CAST(suburbs_swept_14d AS INTEGER) AS suburbs_swept_14d,
  CAST(catalog_suburbs AS INTEGER) AS catalog_suburbs
FROM listed, cuts, active, asking, sold, tracked
`,
);
