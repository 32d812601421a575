import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/**
 * The listings sold in the past 12 months: status `sold`, and the latest change of status to `sold` falls in the
 * sold window. A listing that was already sold when first seen has no such change and is left out.
 */
const SOLD_LISTINGS = `
CREATE TABLE step.sold_listings AS
WITH transitions AS (
  SELECT listing_pk, max(observed_at) AS sold_at
  FROM property_price_events
  WHERE event_type = 'status_change'
    AND listing_status = 'sold'
    AND prev_status IS DISTINCT FROM 'sold'
  GROUP BY listing_pk
)
SELECT l.id, l.source, l.listing_id, l.region_id, l.suburb_id, l.state_code, l.address_id, l.price, l.last_seen_at
FROM step.listings l
JOIN transitions t ON t.listing_pk = l.id
WHERE l.listing_status = 'sold'
  AND l.address_id IS NOT NULL
  AND t.sold_at >= getvariable('as_of') - INTERVAL 12 MONTH
ORDER BY l.id;
`;

export const soldListings = sqlAggregate("sold listings", [], SOLD_LISTINGS);
