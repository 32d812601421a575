import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/** Prices compare only within a kind: fixed and offers_over with each other, the ends of a range with themselves. */
const comparableKind = (column: string): string => `
  CASE
    WHEN ${column} IN ('fixed', 'offers_over') THEN 'ask'
    WHEN ${column} IN ('range_low', 'range_high') THEN ${column}
  END`;

/**
 * The chain of earlier asks behind every current advert, as spans of windows.
 * - Current advert: live, with URL, price and address key, and not superseded: no advert of the same portal at the
 *   address, with the same bedroom count where both are known, began later and was seen as lately.
 * - Chain: events of the advert itself, of an advert of the same portal that ended before it began, or of another
 *   portal's that ended more than 14 days before; of comparable price kind; with the same bedroom count where both
 *   are known. Single cuts above 0.40 never join.
 * - An event's earliest ask is its previous price when it moved an advert already seen, else its own price; a first sighting moved nothing.
 * A window's first ask is that of the oldest event in it; a span starts when that event and at least one real cut
 * are in the window and ends when the next older event comes in.
 */
const ADDRESS_CHAINS = `
CREATE TABLE step.current_adverts AS
WITH candidates AS (
  SELECT *, ${comparableKind("price_kind")} AS comparable_kind
  FROM step.listings
  WHERE is_live
    AND has_url
    AND price IS NOT NULL
    AND address_id IN (SELECT address_id FROM step.price_cuts WHERE entry_window <= 365)
)
SELECT id, source, listing_id, address_id, state_code, bedrooms, price, comparable_kind, first_seen_at
FROM candidates c
WHERE comparable_kind IS NOT NULL
  AND NOT EXISTS (
    SELECT 1
    FROM step.listings later
    WHERE later.address_id = c.address_id
      AND later.source = c.source
      AND later.first_seen_at > c.first_seen_at
      AND later.last_seen_at >= c.last_seen_at
      AND (later.bedrooms = 0 OR c.bedrooms = 0 OR later.bedrooms = c.bedrooms)
  );

CREATE TABLE step.chain_listings AS
SELECT
  a.id AS advert_id,
  a.comparable_kind,
  o.id AS listing_pk,
  o.first_seen_at
FROM step.current_adverts a
JOIN step.listings o ON o.address_id = a.address_id
WHERE o.id = a.id
  OR (
    (a.bedrooms = 0 OR o.bedrooms = 0 OR o.bedrooms = a.bedrooms)
    AND o.last_seen_at < CASE
      WHEN o.source = a.source THEN a.first_seen_at
      ELSE a.first_seen_at - INTERVAL 14 DAY
    END
  );

CREATE TABLE step.chain_events AS
SELECT
  c.advert_id,
  e.id AS event_id,
  e.observed_at,
  CASE
    WHEN e.event_type <> 'first_seen' AND e.observed_at > c.first_seen_at AND e.prev_price > 0 THEN e.prev_price
    ELSE e.price
  END AS earliest_ask,
  p.id IS NOT NULL AS is_cut,
  CAST(greatest(1, ceil(date_diff('microsecond', e.observed_at, getvariable('as_of')) / 86400000000)) AS INTEGER)
    AS entry_window
FROM property_price_events e
JOIN step.chain_listings c ON c.listing_pk = e.listing_pk
LEFT JOIN step.price_cuts p ON p.id = e.id
WHERE ${comparableKind("e.price_kind")} = c.comparable_kind
  AND (
    e.event_type <> 'price_drop'
    OR coalesce((e.prev_price - e.price) / e.prev_price, 0) <= 0.40
  );

CREATE TABLE step.chain_spans AS
WITH stepped AS (
  SELECT
    advert_id,
    earliest_ask,
    entry_window,
    lead(entry_window) OVER (PARTITION BY advert_id ORDER BY observed_at DESC, event_id DESC) AS older_entry_window,
    min(entry_window) FILTER (WHERE is_cut) OVER (PARTITION BY advert_id) AS cut_entry_window,
    max(observed_at) OVER (PARTITION BY advert_id) AS last_observed_at
  FROM step.chain_events
  WHERE earliest_ask > 0 AND entry_window <= 365
),
spans AS (
  SELECT
    advert_id,
    earliest_ask,
    last_observed_at,
    greatest(entry_window, cut_entry_window) AS min_window,
    coalesce(older_entry_window, 366) AS max_window
  FROM stepped
  WHERE cut_entry_window IS NOT NULL
)
SELECT
  a.address_id,
  a.id AS advert_id,
  a.source,
  a.state_code,
  s.earliest_ask AS first_price,
  a.price AS current_price,
  s.earliest_ask - a.price AS drop_abs,
  (s.earliest_ask - a.price) / s.earliest_ask AS drop_pct,
  s.last_observed_at,
  s.min_window,
  s.max_window
FROM spans s
JOIN step.current_adverts a ON a.id = s.advert_id
WHERE s.min_window < s.max_window
  AND (s.earliest_ask - a.price) / s.earliest_ask BETWEEN 0.03 AND 0.40;
`;

export const addressChains = sqlAggregate("address chains", [], ADDRESS_CHAINS);
