import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/**
 * The price cuts that count: `price_drop` events at an address with `drop_abs = prev_price - price > 0` and a drop
 * fraction `drop_abs / prev_price` of at most 0.40; a deeper single cut is a corrected typing error.
 * `entry_window` is the smallest whole number of days back from now that takes the event in, at least 1.
 */
const PRICE_CUTS = `
CREATE TABLE step.price_cuts AS
SELECT
  e.id,
  e.listing_pk,
  l.source,
  l.listing_id,
  l.region_id,
  l.suburb_id,
  l.state_code,
  l.address_id,
  l.agency_id,
  l.is_live,
  l.has_url,
  e.observed_at,
  e.prev_price,
  e.price,
  e.prev_price - e.price AS drop_abs,
  (e.prev_price - e.price) / e.prev_price AS drop_pct,
  CAST(greatest(1, ceil(date_diff('microsecond', e.observed_at, getvariable('as_of')) / 86400000000)) AS INTEGER)
    AS entry_window
FROM property_price_events e
JOIN step.listings l ON l.id = e.listing_pk
WHERE e.event_type = 'price_drop'
  AND l.address_id IS NOT NULL
  AND e.prev_price > e.price
  AND (e.prev_price - e.price) / e.prev_price <= 0.40
ORDER BY e.id;
`;

export const priceCuts = sqlAggregate("price cuts", [], PRICE_CUTS);
