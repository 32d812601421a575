import { STATES } from "../../../src/dataset/states.ts";
import { orderedMean, orderedSum } from "../../../src/snapshot/tables/ordered-sums.ts";

// The figures of a set as SQL over the serving tables: $suburbs and $states are digits, 1 for what is in the set.

const IN_SET = `(
    get_bit(CAST($states AS BIT), state_place) = 1
    OR CASE WHEN position >= 0 THEN get_bit(CAST($suburbs AS BIT), position) = 1 ELSE false END
  )`;

const IN_A_STATE = `state_place < ${STATES.length}`;

const floored = (statistic: string) => `CASE WHEN count(price) >= 3 THEN ${statistic} END`;

const newestPerAddress = (table: string, condition: string) => `
  SELECT price
  FROM ${table}
  WHERE ${condition} AND ${IN_A_STATE} AND ${IN_SET}
  QUALIFY row_number() OVER (
    PARTITION BY state_code, address_id
    ORDER BY last_seen_at DESC, source, listing_id
  ) = 1`;

/** The daily drop index, a row a day. */
export const PLAIN_SET_INDEX = `
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
`;

/** Cuts, asking and sold prices in one row; none when no listing was ever seen. */
export const PLAIN_SET_SUMMARY = `
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
`;

/** SQL orders by the name of the sort. */
const ORDERS: Readonly<Record<string, string>> = {
  drops: "dropped_count DESC, total_drop_value DESC NULLS LAST, active_listings DESC",
  listings: "active_listings DESC, dropped_count DESC",
  avg_cut: "avg_drop_pct DESC NULLS LAST, dropped_count DESC",
  value: "total_drop_value DESC NULLS LAST, dropped_count DESC",
};

/** The agencies in the order of a sort, and how many there are. */
export const plainSetAgencies = (sort: string) => `
WITH live AS (
  SELECT source, agency_id, state_code, region_id, address_id, listing_id, agency_name, is_for_sale, price, last_seen_at
  FROM live_listings
  WHERE agency_id IS NOT NULL AND ${IN_SET}
),
agencies AS (
  SELECT
    source,
    agency_id,
    state_code,
    count(DISTINCT address_id) AS active_listings,
    count(DISTINCT region_id) AS suburbs_covered
  FROM live
  GROUP BY source, agency_id, state_code
  HAVING count(DISTINCT address_id) >= 3
),
names AS (
  SELECT source, agency_id, state_code, agency_name
  FROM live
  WHERE agency_name IS NOT NULL
  QUALIFY row_number() OVER (
    PARTITION BY source, agency_id, state_code
    ORDER BY last_seen_at DESC, listing_id
  ) = 1
),
for_sale AS (
  SELECT source, agency_id, state_code, price
  FROM live
  WHERE is_for_sale
  QUALIFY row_number() OVER (
    PARTITION BY source, agency_id, state_code, address_id
    ORDER BY last_seen_at DESC, listing_id
  ) = 1
),
asking AS (
  SELECT
    source,
    agency_id,
    state_code,
    count(price) AS priced_listings,
    CASE WHEN count(price) >= 3 THEN ${orderedMean("price")} END AS avg_asking,
    CASE WHEN count(price) >= 3 THEN quantile_cont(price, 0.5) END AS median_asking
  FROM for_sale
  GROUP BY source, agency_id, state_code
),
cut_addresses AS (
  SELECT
    source,
    agency_id,
    state_code,
    address_id,
    max(drop_pct) AS max_drop_pct,
    ${orderedSum("drop_abs")} AS drop_value
  FROM live_price_cuts
  WHERE agency_id IS NOT NULL AND entry_window <= $window_days AND ${IN_SET}
  GROUP BY source, agency_id, state_code, address_id
),
cuts AS (
  SELECT
    source,
    agency_id,
    state_code,
    count(*) AS dropped_count,
    CASE WHEN count(*) >= 3 THEN ${orderedMean("max_drop_pct")} END AS avg_drop_pct,
    CASE WHEN count(*) >= 3 THEN ${orderedSum("drop_value")} END AS total_drop_value
  FROM cut_addresses
  GROUP BY source, agency_id, state_code
),
found AS (
  SELECT
    a.source,
    a.agency_id,
    coalesce(n.agency_name, '') AS agency_name,
    a.state_code,
    CAST(a.active_listings AS INTEGER) AS active_listings,
    CAST(coalesce(k.priced_listings, 0) AS INTEGER) AS priced_listings,
    k.avg_asking,
    k.median_asking,
    CAST(a.suburbs_covered AS INTEGER) AS suburbs_covered,
    CAST(coalesce(c.dropped_count, 0) AS INTEGER) AS dropped_count,
    c.avg_drop_pct,
    c.total_drop_value,
    CAST(count(*) OVER () AS INTEGER) AS total_count
  FROM agencies a
  LEFT JOIN names n USING (source, agency_id, state_code)
  LEFT JOIN asking k USING (source, agency_id, state_code)
  LEFT JOIN cuts c USING (source, agency_id, state_code)
)
SELECT *
FROM found
ORDER BY ${ORDERS[sort]}, source, agency_id, state_code
LIMIT $most
`;

/** Published figures by period and frequency. */
export const PLAIN_SET_PRICES = `
SELECT
  epoch_ms(CAST(period AS TIMESTAMP)) AS period,
  frequency,
  CAST(count(*) AS INTEGER) AS suburb_count,
  quantile_cont(value, 0.5) AS median,
  quantile_cont(value, 0.25) AS p25,
  quantile_cont(value, 0.75) AS p75,
  bool_or(is_preliminary) AS is_preliminary
FROM suburb_price_points
WHERE measure = $measure
  AND dwelling_type = $dwelling_type
  AND period BETWEEN $from_day AND $to_day
  AND get_bit(CAST($suburbs AS BIT), position) = 1
GROUP BY suburb_price_points.period, frequency
ORDER BY suburb_price_points.period, frequency
`;
