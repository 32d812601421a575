import { PROPERTY_ADDRESS_FIELDS, PROPERTY_EVENT_FIELDS } from "../../model/packed-rows.ts";
import type { Aggregate } from "../aggregate.ts";
import { epochMs, packedRow } from "./packed-row.ts";

/**
 * Addresses whose histories are put together at a time: joining texts takes memory that DuckDB cannot put aside on
 * disk. So many take less than 100 MB.
 */
const BATCH_ADDRESSES = 50_000;

/** Every listing and every event that a history shows, in the order of the addresses, so that a batch is one stretch. */
const BY_ADDRESS = `
SELECT CASE
  WHEN count(*) <> count(DISTINCT address_hash)
  THEN error('two address keys share a hash; addresses are found by it')
END
FROM step.addresses;

CREATE TABLE step.history_listings AS
SELECT
  s.address_id,
  s.is_live,
  l.address_key,
  l.display_address,
  l.suburb,
  l.state_code,
  l.postcode,
  l.source,
  l.listing_id,
  l.listing_url,
  s.price,
  l.price_display,
  l.price_kind,
  l.listing_status,
  s.bedrooms,
  coalesce(l.bathrooms, 0) AS bathrooms,
  coalesce(l.car_spaces, 0) AS car_spaces,
  coalesce(l.land_size_sqm, 0) AS land_size_sqm,
  l.property_type,
  l.first_seen_at,
  l.last_seen_at,
  coalesce(l.agency_name, '') AS agency_name,
  coalesce(l.agent_names, []) AS agent_names
FROM property_listings l
JOIN step.listings s ON s.id = l.id
WHERE s.address_id IS NOT NULL
ORDER BY s.address_id;

CREATE TABLE step.history_events AS
WITH events AS (
  SELECT
    l.address_id,
    e.id,
    ${epochMs("e.observed_at")} AS observed_at,
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
  WHERE l.address_id IS NOT NULL
    AND (
      e.event_type <> 'price_drop'
      OR coalesce((e.prev_price - e.price) / e.prev_price, e.drop_pct, 0) <= 0.40
    )
)
SELECT address_id, observed_at, id, price, ${packedRow(PROPERTY_EVENT_FIELDS)} AS event
FROM events
ORDER BY address_id;

CREATE TABLE serve.property_histories (
  address_hash UBIGINT,
  address_key VARCHAR,
  has_valuation BOOLEAN,
  address VARCHAR,
  events VARCHAR
);
`;

/** Histories of the addresses numbered from $first up to, not including, $end. */
const APPEND_HISTORIES = `
INSERT INTO serve.property_histories
WITH listings AS (
  SELECT * FROM step.history_listings WHERE address_id >= $first AND address_id < $end
),
counts AS (
  SELECT
    address_id,
    count(*) AS num_listings,
    count(DISTINCT bedrooms) FILTER (WHERE bedrooms > 0) AS distinct_dwellings
  FROM listings
  GROUP BY address_id
),
shown_events AS (
  SELECT
    address_id,
    '[' || string_agg(event, ',' ORDER BY observed_at, id) || ']' AS events,
    first(price ORDER BY observed_at, id) FILTER (WHERE price > 0) AS first_price
  FROM step.history_events
  WHERE address_id >= $first AND address_id < $end
  GROUP BY address_id
),
current_listings AS (
  SELECT * FROM listings
  QUALIFY row_number() OVER (
    PARTITION BY address_id
    ORDER BY is_live DESC, last_seen_at DESC, source, listing_id
  ) = 1
),
answers AS (
  SELECT
    a.address_hash,
    l.* EXCLUDE (first_seen_at, last_seen_at),
    l.is_live AS is_active,
    ${epochMs("l.first_seen_at")} AS first_seen_at,
    ${epochMs("l.last_seen_at")} AS last_seen_at,
    n.num_listings,
    n.distinct_dwellings,
    e.first_price,
    coalesce(e.events, '[]') AS events
  FROM current_listings l
  JOIN step.addresses a ON a.address_id = l.address_id
  JOIN counts n ON n.address_id = l.address_id
  LEFT JOIN shown_events e ON e.address_id = l.address_id
  WHERE a.address_id >= $first AND a.address_id < $end
)
SELECT
  address_hash,
  address_key,
  address_hash IN (SELECT address_hash FROM serve.property_valuations) AS has_valuation,
  ${packedRow(PROPERTY_ADDRESS_FIELDS)} AS address,
  events
FROM answers;
`;

/**
 * The history of every address in one row, found by `address_hash`: the address with its current listing (the newest
 * live one, else the newest of all; newest is last seen, then portal, then listing id), and the events of all its
 * listings as an array, oldest first, single cuts above 0.40 left out. `first_price` is the first positive price among
 * those events. Both are packed (PROPERTY_ADDRESS_FIELDS, PROPERTY_EVENT_FIELDS).
 */
export const propertyHistory: Aggregate = {
  name: "property history",
  tables: [{ name: "property_histories", orderBy: "address_hash" }],
  run: async (db) => {
    await db.run(BY_ADDRESS);
    const [{ last }] = await db.rows<{ last: number }>(
      "SELECT coalesce(max(address_id), 0) AS last FROM step.addresses",
    );
    for (let first = 1; first <= last; first += BATCH_ADDRESSES) {
      await db.run(APPEND_HISTORIES, { first, end: first + BATCH_ADDRESSES });
    }
    await db.run("DROP TABLE step.history_listings; DROP TABLE step.history_events");
  },
};
