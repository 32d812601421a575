import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/**
 * Every listing with what all price-drop tables ask of it.
 * - `address_id`: number of the physical address in key order; null without a key, and such a row counts nowhere
 *   that addresses are counted.
 * - `hash_place`: number of the address in the order of the key's hash, from 0, by which pages are put together.
 * - `is_live`: `is_active` and last seen within the past 14 days.
 * - `is_for_sale`: status `for_sale` or `under_offer`.
 * - `price`: the numeric ask, null when none is stated.
 */
const LISTING_ROWS = `
CREATE TABLE step.addresses AS
SELECT
  CAST(row_number() OVER (ORDER BY address_key) AS INTEGER) AS address_id,
  CAST(row_number() OVER (ORDER BY md5_number_lower(address_key), address_key) - 1 AS INTEGER) AS hash_place,
  address_key,
  md5_number_lower(address_key) AS address_hash
FROM (SELECT DISTINCT address_key FROM step.public_listings WHERE address_key <> '')
ORDER BY address_id;

CREATE TABLE step.listings AS
SELECT
  l.id,
  l.source,
  l.listing_id,
  r.region_id,
  r.suburb_id,
  l.state_code,
  a.address_id,
  a.hash_place,
  coalesce(l.bedrooms, 0) AS bedrooms,
  CASE WHEN l.price > 0 THEN l.price END AS price,
  l.price_kind,
  l.listing_status,
  l.first_seen_at,
  l.last_seen_at,
  l.is_active AND l.last_seen_at >= getvariable('as_of') - INTERVAL 14 DAY AS is_live,
  l.listing_status IN ('for_sale', 'under_offer') AS is_for_sale,
  l.listing_url <> '' AS has_url,
  nullif(l.agency_id, '') AS agency_id,
  nullif(l.agency_name, '') AS agency_name
FROM step.public_listings l
JOIN step.crawled_regions r ON r.region_code = l.region_code
LEFT JOIN step.addresses a ON a.address_key = l.address_key
ORDER BY l.id;
`;

export const listingRows = sqlAggregate("listings", [], LISTING_ROWS);
