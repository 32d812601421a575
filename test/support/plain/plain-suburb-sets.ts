import { STATES } from "../../../src/dataset/states.ts";
import { orderedMean, orderedSum } from "../../../src/snapshot/tables/ordered-sums.ts";

// The figures of a set as SQL over the serving tables: $suburbs and $states are digits, 1 for what is in the set.

const IN_SET = `(
    get_bit(CAST($states AS BIT), state_place) = 1
    OR CASE WHEN position >= 0 THEN get_bit(CAST($suburbs AS BIT), position) = 1 ELSE false END
  )`;

const IN_A_STATE = `state_place < ${STATES.length} AND ${IN_SET}`;

/** A figure of at least three. */
const floored = (statistic: string, of = "*") => `CASE WHEN count(${of}) >= 3 THEN ${statistic} END`;

/** Mean and median of known prices. */
const prices = (kind: string) => `
  ${floored(orderedMean("price"), "price")} AS avg_${kind},
  ${floored("quantile_cont(price, 0.5)", "price")} AS median_${kind}`;

/** One advert an address: the newest. */
const newest = (table: string, condition: string, of: string) => `(
  FROM ${table} WHERE ${condition}
  QUALIFY row_number() OVER (PARTITION BY ${of}, address_id ORDER BY last_seen_at DESC, source, listing_id) = 1
)`;

/** The cuts within a window, added up by some columns. */
const cuts = (window: string, condition: string, by: string) => `(
  SELECT ${by}, max(drop_pct) AS pct, ${orderedSum("drop_abs")} AS value
  FROM live_price_cuts
  WHERE entry_window <= ${window} AND ${condition}
  GROUP BY ${by}
)`;

/** The daily drop index, a row a day. */
export const PLAIN_SET_INDEX = `
WITH chosen AS (SELECT first_seen_on FROM drop_index_suburbs WHERE ${IN_SET}),
days AS (
  SELECT *, (SELECT count(*) FROM chosen WHERE first_seen_on <= day) AS catalogue
  FROM drop_index_counters
  WHERE day BETWEEN $from_day AND $to_day AND (SELECT count(*) FROM chosen) > 0
),
panels AS (
  SELECT
    day,
    count(*) AS panel,
    ${orderedMean("dropped / active")} AS rate,
    quantile_cont(median_drop_pct, 0.5) AS median_pct,
    sum(active) AS active,
    sum(dropped) AS dropped
  FROM drop_index_suburb_days
  WHERE active >= 20 AND ${IN_SET}
  GROUP BY day
)
SELECT
  strftime(day, '%Y-%m-%d') AS snapshot_date,
  coalesce(rate, 0) AS drop_rate,
  CASE WHEN dropped >= 3 THEN median_pct END AS median_drop_pct,
  coalesce(panel, 0) AS panel_suburbs,
  coalesce(panel / nullif(catalogue, 0), 0) AS coverage_ratio,
  coverage_ratio < 0.6 AS is_gap,
  coalesce(active, 0) AS active_addresses,
  coalesce(dropped, 0) AS dropped_addresses,
  CASE WHEN $is_country THEN withdrawn_then_relisted ELSE 0 END AS withdrawn_then_relisted,
  CASE WHEN $is_country THEN delisted_count ELSE 0 END AS delisted_count,
  dropped_addresses < 3 AS median_withheld
FROM days LEFT JOIN panels USING (day)
ORDER BY day
`;

/** Cuts, asking and sold prices in one row; none when no listing was ever seen. */
export const PLAIN_SET_SUMMARY = `
WITH address_cuts AS (
  FROM ${cuts("30", IN_A_STATE, "state_code, address_id, source")}
  QUALIFY row_number() OVER (PARTITION BY state_code, address_id ORDER BY value DESC, source) = 1
),
dropped AS (
  SELECT
    count(*) AS dropped_count,
    ${floored(orderedMean("pct"))} AS avg_drop_pct,
    ${floored("quantile_cont(pct, 0.5)")} AS median_drop_pct,
    ${floored("max(pct)")} AS max_drop_pct,
    ${floored(orderedSum("value"))} AS dropped_value
  FROM address_cuts
),
active AS (
  SELECT count(DISTINCT (state_code, address_id)) AS total_active_listings FROM live_listings WHERE ${IN_A_STATE}
),
asking AS (
  SELECT count(*) AS for_sale_count, count(price) AS for_sale_priced, ${prices("asking")}
  FROM ${newest("live_listings", `is_for_sale AND ${IN_A_STATE}`, "state_code")}
),
sold AS (
  SELECT count(*) AS sold_count, ${prices("sold")}
  FROM ${newest("sold_listings", IN_A_STATE, "state_code")}
),
tracked AS (
  SELECT count(*) AS suburbs_tracked
  FROM (
    SELECT region_id FROM live_listings WHERE ${IN_A_STATE}
    UNION
    SELECT region_id FROM sold_listings WHERE ${IN_A_STATE}
  )
),
listed AS (
  SELECT
    count(DISTINCT region_id) AS catalog_suburbs,
    count(DISTINCT region_id) FILTER (WHERE is_swept) AS suburbs_swept_14d
  FROM listed_regions
  WHERE ${IN_A_STATE}
  HAVING count(*) > 0
)
SELECT *, coalesce(dropped_count / nullif(total_active_listings, 0), 0) AS dropped_share
FROM listed, dropped, active, asking, sold, tracked
`;

/** SQL orders by the name of the sort. */
const ORDERS: Readonly<Record<string, string>> = {
  drops: "dropped_count DESC, total_drop_value DESC NULLS LAST, active_listings DESC",
  listings: "active_listings DESC, dropped_count DESC",
  avg_cut: "avg_drop_pct DESC NULLS LAST, dropped_count DESC",
  value: "total_drop_value DESC NULLS LAST, dropped_count DESC",
};

const AGENCY = "source, agency_id, state_code";
const OF_AN_AGENCY = `agency_id IS NOT NULL AND ${IN_SET}`;

/** The agencies in the order of a sort, and how many there are. */
export const plainSetAgencies = (sort: string) => `
WITH agencies AS (
  SELECT
    ${AGENCY},
    first(agency_name ORDER BY last_seen_at DESC, listing_id) FILTER (agency_name IS NOT NULL) AS agency_name,
    count(DISTINCT address_id) AS active_listings,
    count(DISTINCT region_id) AS suburbs_covered
  FROM live_listings
  WHERE ${OF_AN_AGENCY}
  GROUP BY ${AGENCY}
  HAVING active_listings >= 3
),
asking AS (
  SELECT ${AGENCY}, count(price) AS priced_listings, ${prices("asking")}
  FROM ${newest("live_listings", `is_for_sale AND ${OF_AN_AGENCY}`, AGENCY)}
  GROUP BY ${AGENCY}
),
dropped AS (
  SELECT
    ${AGENCY},
    count(*) AS dropped_count,
    ${floored(orderedMean("pct"))} AS avg_drop_pct,
    ${floored(orderedSum("value"))} AS total_drop_value
  FROM ${cuts("$window_days", OF_AN_AGENCY, `${AGENCY}, address_id`)}
  GROUP BY ${AGENCY}
),
found AS (
  SELECT
    * REPLACE (
      coalesce(agency_name, '') AS agency_name,
      coalesce(priced_listings, 0) AS priced_listings,
      coalesce(dropped_count, 0) AS dropped_count
    ),
    count(*) OVER () AS total_count
  FROM agencies LEFT JOIN asking USING (${AGENCY}) LEFT JOIN dropped USING (${AGENCY})
)
FROM found
ORDER BY ${ORDERS[sort]}, ${AGENCY}
LIMIT $most
`;

/** Published figures by period and frequency. */
export const PLAIN_SET_PRICES = `
SELECT
  epoch_ms(CAST(period AS TIMESTAMP)) AS period,
  frequency,
  count(*) AS suburb_count,
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
