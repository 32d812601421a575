import { sqlAggregate } from "../aggregate.ts";

/**
 * The history of every address, found by `address_hash`: one row with its current listing (the newest live one, else
 * the newest of all; newest is last seen, then portal, then listing id), and the events of all its listings, oldest
 * first, single cuts above 0.40 left out. `first_price` is the first positive price among those events.
 */
const PROPERTY_HISTORY = `
SELECT CASE
  WHEN count(*) <> count(DISTINCT address_hash)
  THEN error('two address keys share a hash; addresses are found by it')
END
FROM step.addresses;

CREATE TABLE serve.property_events AS
SELECT
  a.address_hash,
  e.id AS event_id,
  e.observed_at,
  e.event_type,
  l.source,
  l.listing_id,
  e.price,
  e.prev_price,
  coalesce(e.prev_price - e.price, e.drop_abs) AS drop_abs,
  coalesce((e.prev_price - e.price) / e.prev_price, e.drop_pct) AS drop_pct,
  e.listing_status,
  coalesce(e.prev_status, '') AS prev_status
FROM property_price_events e
JOIN step.listings l ON l.id = e.listing_pk
JOIN step.addresses a ON a.address_id = l.address_id
WHERE e.event_type <> 'price_drop'
  OR coalesce((e.prev_price - e.price) / e.prev_price, e.drop_pct, 0) <= 0.40;

CREATE TABLE serve.property_addresses AS
WITH first_prices AS (
  -- One number orders by time, then by event.
  SELECT
    address_hash,
    arg_min(price, CAST(epoch_us(observed_at) AS HUGEINT) * 10000000000000 + event_id) AS first_price
  FROM serve.property_events
  WHERE price > 0
  GROUP BY address_hash
),
counts AS (
  SELECT
    address_id,
    count(*) AS num_listings,
    count(DISTINCT bedrooms) FILTER (WHERE bedrooms > 0) AS distinct_dwellings
  FROM step.listings
  WHERE address_id IS NOT NULL
  GROUP BY address_id
),
current_listings AS (
  SELECT id, address_id, is_live
  FROM step.listings
  WHERE address_id IS NOT NULL
  QUALIFY row_number() OVER (
    PARTITION BY address_id
    ORDER BY is_live DESC, last_seen_at DESC, source, listing_id
  ) = 1
)
SELECT
  a.address_hash,
  a.address_key,
  l.display_address,
  l.suburb,
  l.state_code,
  l.postcode,
  CAST(n.num_listings AS INTEGER) AS num_listings,
  f.first_price,
  CAST(n.distinct_dwellings AS INTEGER) AS distinct_dwellings,
  l.source,
  l.listing_id,
  l.listing_url,
  CASE WHEN l.price > 0 THEN l.price END AS price,
  l.price_display,
  l.price_kind,
  l.listing_status,
  c.is_live AS is_active,
  coalesce(l.bedrooms, 0) AS bedrooms,
  coalesce(l.bathrooms, 0) AS bathrooms,
  coalesce(l.car_spaces, 0) AS car_spaces,
  coalesce(l.land_size_sqm, 0) AS land_size_sqm,
  l.property_type,
  l.first_seen_at,
  l.last_seen_at,
  coalesce(l.agency_name, '') AS agency_name,
  coalesce(l.agent_names, []) AS agent_names
FROM current_listings c
JOIN property_listings l ON l.id = c.id
JOIN step.addresses a ON a.address_id = c.address_id
JOIN counts n ON n.address_id = c.address_id
LEFT JOIN first_prices f ON f.address_hash = a.address_hash;
`;

export const propertyHistory = sqlAggregate(
  "property history",
  [
    { name: "property_events", orderBy: "address_hash, observed_at, event_id" },
    { name: "property_addresses", orderBy: "address_hash" },
  ],
  PROPERTY_HISTORY,
);
