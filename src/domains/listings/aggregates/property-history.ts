import { PROPERTY_ADDRESS_FIELDS, PROPERTY_EVENT_FIELDS } from "../../../engine/pages/packed-rows.ts";
import type { Aggregate } from "../../../snapshot/build/aggregate.ts";
import { BATCH_LINES, pagesOf, pageTable } from "./line-pages.ts";
import { epochMs, packedRow } from "./packed-row.ts";

/** Every listing and every event that a history shows, in the order of the pages, so that a batch is one stretch. */
const BY_ADDRESS = `
SELECT CASE
  WHEN count(*) <> count(DISTINCT address_hash)
  THEN error('two address keys share a hash; addresses are found by it')
END
FROM step.addresses;

CREATE TABLE step.history_listings AS
SELECT
  s.hash_place,
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
WHERE s.hash_place IS NOT NULL
ORDER BY s.hash_place;

CREATE TABLE step.history_events AS
WITH events AS (
  SELECT
    l.hash_place,
    e.id,
    ${epochMs("e.observed_at")} AS observed_at,
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
  JOIN step.listings l ON l.id = e.listing_pk
  WHERE l.hash_place IS NOT NULL
    AND (
      e.event_type <> 'price_drop'
      OR coalesce((e.prev_price - e.price) / e.prev_price, e.drop_pct, 0) <= 0.40
    )
)
SELECT hash_place, observed_at, id, price, ${packedRow(PROPERTY_EVENT_FIELDS)} AS event
FROM events
ORDER BY hash_place;

${pageTable("serve.property_histories")};
`;

/** Histories of the addresses numbered from $first up to, not including, $end. */
const APPEND_HISTORIES = `
INSERT INTO serve.property_histories
WITH listings AS (
  SELECT * FROM step.history_listings WHERE hash_place >= $first AND hash_place < $end
),
counts AS (
  SELECT
    hash_place,
    count(*) AS num_listings,
    count(DISTINCT bedrooms) FILTER (WHERE bedrooms > 0) AS distinct_dwellings
  FROM listings
  GROUP BY hash_place
),
shown_events AS (
  SELECT
    hash_place,
    '[' || string_agg(event, ',' ORDER BY observed_at, id) || ']' AS events,
    first(price ORDER BY observed_at, id) FILTER (WHERE price > 0) AS first_price
  FROM step.history_events
  WHERE hash_place >= $first AND hash_place < $end
  GROUP BY hash_place
),
current_listings AS (
  SELECT * FROM listings
  QUALIFY row_number() OVER (
    PARTITION BY hash_place
    ORDER BY is_live DESC, last_seen_at DESC, source, listing_id
  ) = 1
),
answers AS (
  SELECT
    a.hash_place AS line_no,
    a.address_hash AS key_hash,
    l.* EXCLUDE (first_seen_at, last_seen_at),
    l.is_live AS is_active,
    ${epochMs("l.first_seen_at")} AS first_seen_at,
    ${epochMs("l.last_seen_at")} AS last_seen_at,
    n.num_listings,
    n.distinct_dwellings,
    e.first_price,
    coalesce(e.events, '[]') AS events
  FROM current_listings l
  JOIN step.addresses a ON a.hash_place = l.hash_place
  JOIN counts n ON n.hash_place = l.hash_place
  LEFT JOIN shown_events e ON e.hash_place = l.hash_place
  WHERE a.hash_place >= $first AND a.hash_place < $end
),
lines AS (
  SELECT
    line_no,
    key_hash,
    '['
      || CASE WHEN key_hash IN (SELECT address_hash FROM serve.property_valuations) THEN 'true' ELSE 'false' END
      || ',' || ${packedRow(PROPERTY_ADDRESS_FIELDS)}
      || ',' || events
      || ']' AS payload
  FROM answers
)
${pagesOf("lines")};
`;

/**
 * The history of every address in one line, found by the hash of its key: whether it has a valuation, the address with its current listing (the newest
 * live one, else the newest of all; newest is last seen, then portal, then listing id), and the events of all its
 * listings, oldest first, single cuts above 0.40 left out. `first_price` is the first positive price among those events.
 * Address and events are packed (PROPERTY_ADDRESS_FIELDS, PROPERTY_EVENT_FIELDS).
 */
export const propertyHistory: Aggregate = {
  name: "property history",
  tables: [{ name: "property_histories", orderBy: "page", holdsPages: true }],
  run: async (db) => {
    await db.run(BY_ADDRESS);
    const [{ last }] = await db.rows<{ last: number }>(
      "SELECT coalesce(max(hash_place), -1) AS last FROM step.addresses",
    );
    for (let first = 0; first <= last; first += BATCH_LINES) {
      await db.run(APPEND_HISTORIES, { first, end: first + BATCH_LINES });
    }
    await db.run("DROP TABLE step.history_listings; DROP TABLE step.history_events");
  },
};
