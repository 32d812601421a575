import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

const PROPERTY_HISTORY = `
CREATE TABLE serve.property_events AS
SELECT
  l.address_key,
  e.id AS event_id,
  e.observed_at,
  e.event_type,
  l.source,
  l.listing_id,
  e.price,
  e.prev_price,
  -- A first sighting compares with nothing.
  CASE WHEN e.event_type <> 'first_seen' THEN coalesce(e.prev_price - e.price, e.drop_abs) END AS drop_abs,
  CASE WHEN e.event_type <> 'first_seen'
    THEN coalesce((e.prev_price - e.price) / e.prev_price, e.drop_pct)
  END AS drop_pct,
  e.listing_status,
  coalesce(e.prev_status, '') AS prev_status
FROM property_price_events e
JOIN step.listings s ON s.id = e.listing_pk
JOIN property_listings l ON l.id = s.id
WHERE s.address_id IS NOT NULL
  AND (
    e.event_type <> 'price_drop'
    OR coalesce((e.prev_price - e.price) / e.prev_price, e.drop_pct, 0) <= 0.40
  );

CREATE TABLE serve.property_addresses AS
WITH listings AS (
  SELECT s.is_live, s.price AS shown_price, s.bedrooms AS shown_bedrooms, l.*
  FROM step.listings s
  JOIN property_listings l ON l.id = s.id
  WHERE s.address_id IS NOT NULL
),
counts AS (
  SELECT
    address_key,
    CAST(count(*) AS INTEGER) AS num_listings,
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
  SELECT * FROM listings
  QUALIFY row_number() OVER (
    PARTITION BY address_key
    ORDER BY is_live DESC, last_seen_at DESC, source, listing_id
  ) = 1
)
SELECT
  l.address_key,
  l.display_address,
  l.suburb,
  l.state_code,
  l.postcode,
  n.num_listings,
  f.first_price,
  n.distinct_dwellings,
  l.source,
  l.listing_id,
  l.listing_url,
  l.shown_price AS price,
  l.price_display,
  l.price_kind,
  l.listing_status,
  l.is_live AS is_active,
  l.shown_bedrooms AS bedrooms,
  coalesce(l.bathrooms, 0) AS bathrooms,
  coalesce(l.car_spaces, 0) AS car_spaces,
  coalesce(l.land_size_sqm, 0) AS land_size_sqm,
  l.property_type,
  l.first_seen_at,
  l.last_seen_at,
  coalesce(l.agency_name, '') AS agency_name,
  coalesce(l.agent_names, []) AS agent_names
FROM current_listings l
JOIN counts n ON n.address_key = l.address_key
LEFT JOIN first_prices f ON f.address_key = l.address_key;
`;

/**
 * Every address with its current listing (the newest live one, else the newest of all; newest is last seen, then
 * portal, then listing id), and the events of all its listings, single cuts above 0.40 left out. `first_price` is the
 * first positive price among those events.
 */
export const propertyHistory = sqlAggregate(
  "property history",
  [
    { name: "property_addresses", orderBy: "address_key" },
    { name: "property_events", orderBy: "address_key, observed_at, event_id" },
  ],
  PROPERTY_HISTORY,
);
