import { RESTRICTED_LICENCE } from "../src/dataset/table-definition.ts";

/** An SQL question over the dataset's tables that runs on DuckDB and PostgreSQL. */
export interface RawQuestion {
  readonly name: string;
  /** `$1` is the instant taken as now. */
  readonly sql: string;
}

const LIVE = "l.is_active AND l.last_seen_at >= $1::timestamp - INTERVAL '14 days'";
const ADDRESSED = "l.address_key IS NOT NULL AND l.address_key <> ''";

/** Price cuts of at most 40 %. */
const CUT = `e.event_type = 'price_drop' AND e.prev_price > e.price AND (e.prev_price - e.price) / e.prev_price <= 0.40`;
const RECENT = "e.observed_at >= $1::timestamp - INTERVAL '30 days'";

const comparable = (column: string) =>
  `CASE WHEN ${column} IN ('fixed', 'offers_over') THEN 'ask'
        WHEN ${column} IN ('range_low', 'range_high') THEN ${column} END`;

/** One of the eleven figures of the national index: delistings in the 30 days up to each of 90 days. */
export const DELISTED_BY_DAY: RawQuestion = {
  name: "daily national, 90 days",
  sql: `
SELECT d.day::date::varchar AS day, count(e.id)::integer AS delisted_count
FROM (
  SELECT generate_series AS day
  FROM generate_series(date_trunc('day', $1::timestamp) - INTERVAL '90 days', date_trunc('day', $1::timestamp), INTERVAL '1 day')
       AS t(generate_series)
) d
LEFT JOIN property_price_events e
  ON e.event_type = 'delisted' AND e.observed_at >= d.day - INTERVAL '29 days' AND e.observed_at < d.day + INTERVAL '1 day'
GROUP BY d.day
ORDER BY d.day`,
};

/** The 50 suburb regions with most cut addresses: count, median cut and median asking price. */
export const SUBURB_DROPS: RawQuestion = {
  name: "suburb 30 days with median",
  sql: `
WITH portal_cuts AS (
  SELECT l.region_code, l.address_key, l.source,
         max((e.prev_price - e.price) / e.prev_price) AS max_drop_pct, sum(e.prev_price - e.price) AS drop_value
  FROM property_price_events e
  JOIN property_listings l ON l.id = e.listing_pk
  WHERE ${CUT} AND ${RECENT} AND ${LIVE} AND ${ADDRESSED}
  GROUP BY l.region_code, l.address_key, l.source
),
address_cuts AS (
  SELECT region_code, max_drop_pct,
         row_number() OVER (PARTITION BY region_code, address_key ORDER BY drop_value DESC, source) AS place
  FROM portal_cuts
),
cuts AS (
  SELECT region_code, count(*) AS dropped, percentile_cont(0.5) WITHIN GROUP (ORDER BY max_drop_pct) AS median_drop_pct
  FROM address_cuts
  WHERE place = 1
  GROUP BY region_code
  HAVING count(*) >= 3
),
for_sale AS (
  SELECT l.region_code, CASE WHEN l.price > 0 THEN l.price END AS price,
         row_number() OVER (PARTITION BY l.region_code, l.address_key ORDER BY l.last_seen_at DESC, l.source, l.listing_id) AS place
  FROM property_listings l
  WHERE ${LIVE} AND l.listing_status IN ('for_sale', 'under_offer') AND ${ADDRESSED}
),
asking AS (
  SELECT region_code, percentile_cont(0.5) WITHIN GROUP (ORDER BY price) AS median_asking, count(price) AS priced
  FROM for_sale
  WHERE place = 1
  GROUP BY region_code
)
SELECT c.region_code, c.dropped::integer AS dropped, c.median_drop_pct,
       CASE WHEN a.priced >= 3 THEN a.median_asking ELSE 0 END AS median_asking
FROM cuts c
LEFT JOIN asking a ON a.region_code = c.region_code
ORDER BY c.dropped DESC, c.region_code
LIMIT 50`,
};

/** The 50 addresses with the deepest cut from their first asking price of 90 days, by the strict chain. */
export const TOP_ADDRESSES: RawQuestion = {
  name: "top 50 addresses",
  sql: `
WITH adverts AS (
  SELECT l.*, coalesce(l.bedrooms, 0) AS beds, ${comparable("l.price_kind")} AS kind
  FROM property_listings l
  WHERE ${LIVE} AND l.listing_url <> '' AND l.price > 0 AND ${ADDRESSED}
    AND NOT EXISTS (
      SELECT 1 FROM property_listings o
      WHERE o.address_key = l.address_key AND o.source = l.source
        AND o.first_seen_at > l.first_seen_at AND o.last_seen_at >= l.last_seen_at
        AND (coalesce(o.bedrooms, 0) = 0 OR coalesce(l.bedrooms, 0) = 0 OR o.bedrooms = l.bedrooms)
    )
),
chained AS (
  SELECT a.id AS advert_id, a.kind, o.id AS listing_pk, o.first_seen_at
  FROM adverts a
  JOIN property_listings o ON o.address_key = a.address_key
  WHERE a.kind IS NOT NULL AND (o.id = a.id OR (
    (a.beds = 0 OR coalesce(o.bedrooms, 0) = 0 OR o.bedrooms = a.beds)
    AND o.last_seen_at < CASE WHEN o.source = a.source THEN a.first_seen_at ELSE a.first_seen_at - INTERVAL '14 days' END
  ))
),
events AS (
  SELECT c.advert_id, e.id, e.observed_at, (${CUT}) AS is_cut,
         CASE WHEN e.observed_at > c.first_seen_at AND e.prev_price > 0 THEN e.prev_price ELSE e.price END AS earliest_ask
  FROM property_price_events e
  JOIN chained c ON c.listing_pk = e.listing_pk
  WHERE e.observed_at >= $1::timestamp - INTERVAL '90 days'
    AND ${comparable("e.price_kind")} = c.kind
    AND (e.event_type <> 'price_drop' OR coalesce((e.prev_price - e.price) / e.prev_price, 0) <= 0.40)
),
firsts AS (
  SELECT advert_id, earliest_ask,
         bool_or(is_cut) OVER (PARTITION BY advert_id) AS has_cut,
         row_number() OVER (PARTITION BY advert_id ORDER BY observed_at, id) AS place
  FROM events
  WHERE earliest_ask > 0
),
found AS (
  SELECT a.address_key, f.earliest_ask - a.price AS drop_abs, (f.earliest_ask - a.price) / f.earliest_ask AS drop_pct,
         row_number() OVER (
           PARTITION BY a.address_key
           ORDER BY (f.earliest_ask - a.price) / f.earliest_ask DESC, f.earliest_ask - a.price DESC, a.source, a.id DESC
         ) AS place
  FROM firsts f
  JOIN adverts a ON a.id = f.advert_id
  WHERE f.place = 1 AND f.has_cut AND (f.earliest_ask - a.price) / f.earliest_ask BETWEEN 0.03 AND 0.40
)
SELECT address_key, drop_abs, drop_pct
FROM found
WHERE place = 1
ORDER BY drop_pct DESC, drop_abs DESC, address_key
LIMIT 50`,
};

/** The 20 agencies with most cut addresses: active addresses, cut ones and the median asking price. */
export const AGENCIES: RawQuestion = {
  name: "agencies with median",
  sql: `
WITH live AS (
  SELECT l.* FROM property_listings l
  WHERE ${LIVE} AND ${ADDRESSED} AND l.agency_id IS NOT NULL AND l.agency_id <> ''
),
agencies AS (
  SELECT source, agency_id, state_code, count(DISTINCT address_key) AS active
  FROM live
  GROUP BY source, agency_id, state_code
  HAVING count(DISTINCT address_key) >= 3
),
for_sale AS (
  SELECT source, agency_id, state_code, CASE WHEN price > 0 THEN price END AS price,
         row_number() OVER (PARTITION BY source, agency_id, state_code, address_key ORDER BY last_seen_at DESC, listing_id) AS place
  FROM live
  WHERE listing_status IN ('for_sale', 'under_offer')
),
asking AS (
  SELECT source, agency_id, state_code, count(price) AS priced, percentile_cont(0.5) WITHIN GROUP (ORDER BY price) AS median_asking
  FROM for_sale
  WHERE place = 1
  GROUP BY source, agency_id, state_code
),
cut_addresses AS (
  SELECT l.source, l.agency_id, l.state_code, l.address_key, sum(e.prev_price - e.price) AS drop_value
  FROM property_price_events e
  JOIN live l ON l.id = e.listing_pk
  WHERE ${CUT} AND ${RECENT}
  GROUP BY l.source, l.agency_id, l.state_code, l.address_key
),
cuts AS (
  SELECT source, agency_id, state_code, count(*) AS dropped, CASE WHEN count(*) >= 3 THEN sum(drop_value) END AS drop_value
  FROM cut_addresses
  GROUP BY source, agency_id, state_code
)
SELECT a.source, a.agency_id, a.state_code, a.active::integer AS active, coalesce(c.dropped, 0)::integer AS dropped,
       CASE WHEN k.priced >= 3 THEN k.median_asking ELSE 0 END AS median_asking
FROM agencies a
LEFT JOIN asking k ON k.source = a.source AND k.agency_id = a.agency_id AND k.state_code = a.state_code
LEFT JOIN cuts c ON c.source = a.source AND c.agency_id = a.agency_id AND c.state_code = a.state_code
ORDER BY coalesce(c.dropped, 0) DESC, c.drop_value DESC NULLS LAST, a.active DESC, a.source, a.agency_id, a.state_code
LIMIT 20`,
};

const CHOSEN = "l.region_code IN (SELECT region_code FROM chosen_regions)";

export const AGENCIES_OF_A_SET: RawQuestion = {
  name: "agencies of a set",
  sql: AGENCIES.sql.replace(`WHERE ${LIVE} AND ${ADDRESSED}`, `WHERE ${LIVE} AND ${ADDRESSED} AND ${CHOSEN}`),
};

/** Adverts without a state count neither in a state nor in the country. */
const IN_A_STATE = "l.state_code NOT IN ('', 'AU')";

/** Cut addresses of a set, their median cut and the median asking price. */
export const SUMMARY_OF_A_SET: RawQuestion = {
  name: "cuts and asks of a set",
  sql: `
WITH portal_cuts AS (
  SELECT l.state_code, l.address_key, l.source,
         max((e.prev_price - e.price) / e.prev_price) AS max_drop_pct, sum(e.prev_price - e.price) AS drop_value
  FROM property_price_events e
  JOIN property_listings l ON l.id = e.listing_pk
  WHERE ${CUT} AND ${RECENT} AND ${LIVE} AND ${ADDRESSED} AND ${CHOSEN} AND ${IN_A_STATE}
  GROUP BY l.state_code, l.address_key, l.source
),
address_cuts AS (
  SELECT max_drop_pct,
         row_number() OVER (PARTITION BY state_code, address_key ORDER BY drop_value DESC, source) AS place
  FROM portal_cuts
),
for_sale AS (
  SELECT CASE WHEN l.price > 0 THEN l.price END AS price,
         row_number() OVER (PARTITION BY l.state_code, l.address_key ORDER BY l.last_seen_at DESC, l.source, l.listing_id) AS place
  FROM property_listings l
  WHERE ${LIVE} AND l.listing_status IN ('for_sale', 'under_offer') AND ${ADDRESSED} AND ${CHOSEN} AND ${IN_A_STATE}
)
SELECT
  (SELECT count(*)::integer FROM address_cuts WHERE place = 1) AS dropped,
  (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY max_drop_pct) FROM address_cuts WHERE place = 1) AS median_drop_pct,
  (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price) FROM for_sale WHERE place = 1) AS median_asking`,
};

const PUBLISHED = `p.measure = 'median_price' AND p.dwelling_type = 'house'
    AND p.source_licence IS DISTINCT FROM '${RESTRICTED_LICENCE}'`;

export const PRICES_OF_A_SET: RawQuestion = {
  name: "prices of a set",
  sql: `
WITH linked AS (
  SELECT r.sal_code, min(p.region_code) AS region_code
  FROM house_prices p
  JOIN house_price_regions r ON r.region_code = p.region_code
  WHERE r.region_type = 'suburb' AND r.sal_code <> '' AND ${PUBLISHED}
    AND r.region_code IN (SELECT region_code FROM chosen_regions)
  GROUP BY r.sal_code
),
figures AS (
  SELECT p.period, p.period_freq, p.value,
         row_number() OVER (PARTITION BY p.region_code, p.period_freq, p.period ORDER BY p.is_preliminary, p.source) AS place
  FROM house_prices p
  JOIN linked l ON l.region_code = p.region_code
  WHERE ${PUBLISHED} AND p.period <= $1::timestamp
)
SELECT count(*)::integer AS suburb_count,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY value) AS median,
       percentile_cont(0.25) WITHIN GROUP (ORDER BY value) AS p25,
       percentile_cont(0.75) WITHIN GROUP (ORDER BY value) AS p75
FROM figures
WHERE place = 1
GROUP BY period, period_freq
ORDER BY period, period_freq`,
};

/**
 * Weekly figures of a set from its listings and events: stays of addresses on the market, how many were sold
 * and withdrawn, and the median asking price. AggregateMarket answers eight figures per week and the
 * published figures by period.
 */
export const MARKET_OF_A_SET: RawQuestion = {
  name: "weeks of a set",
  sql: `
WITH sold AS (
  SELECT listing_pk, max(observed_at) AS sold_at
  FROM property_price_events
  WHERE event_type = 'status_change' AND listing_status = 'sold' AND prev_status IS DISTINCT FROM 'sold'
  GROUP BY listing_pk
),
adverts AS (
  SELECT l.id, r.sal_code, l.address_key, l.first_seen_at, l.last_seen_at, s.sold_at,
         CASE WHEN l.listing_status = 'sold' THEN 'sold'
              WHEN NOT l.is_active OR l.listing_status = 'withdrawn' THEN 'withdrawn'
              WHEN l.last_seen_at < $1::timestamp - INTERVAL '14 days' THEN 'lost' ELSE '' END AS outcome
  FROM property_listings l
  JOIN house_price_regions r ON r.region_code = l.region_code
  LEFT JOIN sold s ON s.listing_pk = l.id
  WHERE ${ADDRESSED} AND ${CHOSEN} AND r.sal_code <> '' AND l.property_type <> 'land'
    AND (l.listing_status <> 'sold' OR s.sold_at IS NOT NULL)
),
dated AS (
  SELECT *, CASE outcome WHEN '' THEN NULL WHEN 'sold' THEN sold_at ELSE last_seen_at END AS left_at FROM adverts
),
begun AS (
  SELECT *, max(coalesce(left_at, TIMESTAMP '9999-01-01')) OVER (
    PARTITION BY sal_code, address_key ORDER BY first_seen_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  ) AS last_left
  FROM dated
),
numbered AS (
  SELECT *, sum(CASE WHEN last_left IS NULL OR first_seen_at > last_left + INTERVAL '14 days' THEN 1 ELSE 0 END) OVER (
    PARTITION BY sal_code, address_key ORDER BY first_seen_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS stay
  FROM begun
),
grouped AS (
  SELECT sal_code, address_key, stay, min(first_seen_at) AS listed_at, max(first_seen_at) AS last_listed,
         max(left_at) AS last_left, max(CASE WHEN outcome = 'sold' THEN left_at END) AS sold_at,
         bool_or(outcome = '') AS is_there, bool_or(outcome = 'withdrawn') AS is_withdrawn
  FROM numbered
  GROUP BY sal_code, address_key, stay
),
seen AS (
  SELECT sal_code, date_trunc('week', max(last_seen_at)) AS last_week FROM numbered GROUP BY sal_code
),
stays AS (
  SELECT g.sal_code, address_key, stay, last_week, date_trunc('week', listed_at) AS first_week,
         CASE WHEN sold_at >= last_listed THEN 'sold' WHEN is_there THEN '' WHEN is_withdrawn THEN 'withdrawn'
              WHEN sold_at IS NOT NULL THEN 'sold' ELSE 'lost' END AS outcome,
         date_trunc('week', CASE WHEN sold_at >= last_listed THEN sold_at WHEN NOT is_there THEN last_left END) AS end_week
  FROM grouped g
  JOIN seen s ON s.sal_code = g.sal_code
),
weeks AS (
  SELECT generate_series AS week
  FROM generate_series((SELECT min(first_week) FROM stays), date_trunc('week', $1::timestamp) - INTERVAL '7 days', INTERVAL '7 days')
       AS t(generate_series)
),
asks AS (
  SELECT n.sal_code, n.address_key, n.stay, e.observed_at, e.price,
         lead(e.observed_at) OVER (PARTITION BY n.sal_code, n.address_key, n.stay ORDER BY e.observed_at, e.id) AS until
  FROM numbered n
  JOIN property_price_events e ON e.listing_pk = n.id
  WHERE e.event_type IN ('first_seen', 'price_drop', 'price_rise', 'relisted')
),
there AS (
  SELECT w.week, count(*) AS stock,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY a.price) AS median_ask
  FROM weeks w
  JOIN stays s ON s.first_week <= w.week AND (s.end_week IS NULL OR s.end_week > w.week) AND s.last_week >= w.week
  LEFT JOIN asks a ON a.sal_code = s.sal_code AND a.address_key = s.address_key AND a.stay = s.stay
    AND a.observed_at < w.week + INTERVAL '7 days' AND (a.until IS NULL OR a.until >= w.week + INTERVAL '7 days')
  GROUP BY w.week
),
gone AS (
  SELECT end_week AS week, sum(CASE WHEN outcome = 'sold' THEN 1 ELSE 0 END) AS sold,
         sum(CASE WHEN outcome = 'withdrawn' THEN 1 ELSE 0 END) AS withdrawn
  FROM stays
  WHERE outcome <> ''
  GROUP BY end_week
)
SELECT (w.week + INTERVAL '6 days')::date::varchar AS week_ending, t.stock::integer AS stock,
       coalesce(g.sold, 0)::integer AS sold, coalesce(g.withdrawn, 0)::integer AS withdrawn, t.median_ask
FROM weeks w
JOIN there t ON t.week = w.week
LEFT JOIN gone g ON g.week = w.week
ORDER BY w.week`,
};
