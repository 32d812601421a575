import { RESTRICTED_LICENCE } from "../../../dataset/table-definition.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";

/** SQL: sort keys of past sales: newest first, undated ones last. */
const NEWEST_FIRST = ["sold_on IS NULL", "coalesce(DATE '1970-01-01' - sold_on, 0)", "place"];

const orEmpty = (...texts: readonly string[]) =>
  texts.map((text) => `coalesce(${text}, '') AS ${text}`).join(", ");
const orZero = (...numbers: readonly string[]) =>
  numbers.map((number) => `coalesce(${number}, 0) AS ${number}`).join(", ");

export const PROPERTY_HISTORY = sqlAggregates({
  /**
   * Valuations that were fetched successfully and are not under the restricted licence. Past sales are a list
   * of {date, price, agency, event_type}, newest first; an invalid date becomes "" and comes last.
   */
  "property valuations": {
    order: { property_valuations: "address_key" },
    sql: `
CREATE TABLE serve.property_valuations AS
WITH shown AS (
  SELECT *
  FROM property_valuations
  WHERE fetch_status = 'ok' AND source_licence <> '${RESTRICTED_LICENCE}'
),
listed AS (
  SELECT
    address_key,
    unnest(TRY(from_json(
      CAST(sales_history AS VARCHAR),
      '[{"date": "VARCHAR", "price": "VARCHAR", "agency": "VARCHAR", "event_type": "VARCHAR"}]'
    ))) AS sale,
    generate_subscripts(TRY(json_extract(CAST(sales_history AS VARCHAR), '$[*]')), 1) AS place
  FROM shown
),
sales AS (
  SELECT
    address_key, place, try_cast(sale.date AS DATE) AS sold_on,
    {
      'date': coalesce(strftime(try_cast(sale.date AS DATE), '%Y-%m-%d'), ''),
      'price': coalesce(try_cast(sale.price AS DOUBLE), 0),
      'agency': coalesce(sale.agency, ''),
      'event_type': coalesce(sale.event_type, '')
    } AS sale
  FROM listed
),
histories AS (
  SELECT address_key, ${orderedList("sale", NEWEST_FIRST)} AS sales
  FROM sales
  GROUP BY address_key
)
SELECT
  address_key, source, profile_url, fetched_at, estimate_low, estimate_mid, estimate_high,
  ${orEmpty("estimate_confidence")}, valuation_granularity, rent_estimate_mid,
  ${orZero("bedrooms", "bathrooms", "car_spaces")}, land_size_sqm, building_size_sqm, ${orZero("year_built")},
  property_type, coalesce(sales, []) AS sales_history, source_licence
FROM shown LEFT JOIN histories USING (address_key);
`,
  },
  /**
   * Every address with its current listing (live first, then last seen, portal, listing id) and the events of
   * all its listings but single cuts above 0.40. `first_price` is the first positive price of these.
   */
  "property history": {
    order: { property_addresses: "address_key", property_events: "address_key, observed_at, event_id" },
    sql: `
CREATE TABLE serve.property_events AS
SELECT
  l.address_key, e.id AS event_id, observed_at, event_type, l.source, l.listing_id, e.price, prev_price,
  -- A first sighting has no earlier price.
  CASE WHEN event_type <> 'first_seen' THEN coalesce(prev_price - e.price, drop_abs) END AS drop_abs,
  CASE WHEN event_type <> 'first_seen' THEN coalesce((prev_price - e.price) / prev_price, drop_pct) END AS drop_pct,
  e.listing_status, coalesce(prev_status, '') AS prev_status
FROM property_price_events AS e
JOIN step.listings AS s ON s.id = listing_pk
JOIN property_listings AS l ON l.id = s.id
WHERE address_id IS NOT NULL
  AND (event_type <> 'price_drop' OR coalesce((prev_price - e.price) / prev_price, drop_pct, 0) <= 0.40);

CREATE TABLE serve.property_addresses AS
WITH listings AS (
  SELECT s.is_live, s.price AS shown_price, s.bedrooms AS shown_bedrooms, l.*
  FROM step.listings AS s JOIN property_listings AS l USING (id)
  WHERE address_id IS NOT NULL
),
counts AS (
  SELECT
    address_key, CAST(count(*) AS INTEGER) AS num_listings,
    CAST(count(DISTINCT shown_bedrooms) FILTER (WHERE shown_bedrooms > 0) AS INTEGER) AS distinct_dwellings
  FROM listings
  GROUP BY address_key
),
first_prices AS (
  SELECT address_key, price AS first_price
  FROM serve.property_events
  WHERE price > 0
  QUALIFY row_number() OVER (PARTITION BY address_key ORDER BY observed_at, event_id) = 1
),
current_listings AS (
  SELECT *
  FROM listings
  QUALIFY row_number() OVER (
    PARTITION BY address_key ORDER BY is_live DESC, last_seen_at DESC, source, listing_id
  ) = 1
)
SELECT
  address_key, display_address, suburb, state_code, postcode, num_listings, first_price, distinct_dwellings, source,
  listing_id, listing_url, shown_price AS price, price_display, price_kind, listing_status, is_live AS is_active,
  shown_bedrooms AS bedrooms, ${orZero("bathrooms", "car_spaces", "land_size_sqm")}, property_type, first_seen_at,
  last_seen_at, ${orEmpty("agency_name")}, coalesce(agent_names, []) AS agent_names
FROM current_listings
JOIN counts USING (address_key)
LEFT JOIN first_prices USING (address_key);
`,
  },
  /**
   * When each listing table was computed (the as-of instant), and its newest observation: the last sighting
   * (crawl horizon) for listing statistics and states, the last event for cuts. No rows without listings.
   */
  "refresh stamps": {
    order: { refresh_stamps: "name" },
    sql: `
CREATE TABLE serve.refresh_stamps AS
WITH seen AS (
  SELECT max(last_seen_at) AS newest, (SELECT max(observed_at) FROM step.public_events) AS newest_event
  FROM step.public_listings
  HAVING count(*) > 0
)
SELECT
  unnest(['state_price_drops', 'suburb_listing_stats', 'suburb_price_drops']) AS name, getvariable('as_of') AS as_of,
  unnest([newest, newest, newest_event]) AS data_through
FROM seen;
`,
  },
});
