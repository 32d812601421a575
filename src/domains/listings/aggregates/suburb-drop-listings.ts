import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

const SUBURB_DROP_LISTINGS = `
CREATE TABLE serve.suburb_drop_listings AS
WITH keys AS (
  SELECT region_id, sal_code, region_code, 'region:' || region_code AS suburb_key
  FROM step.crawled_regions
  UNION ALL
  SELECT region_id, sal_code, region_code, 'sal:' || sal_code
  FROM step.crawled_regions
  WHERE sal_code <> ''
),
keyed AS (
  SELECT k.suburb_key, k.sal_code, k.region_code, c.*
  FROM step.price_cuts c
  JOIN keys k ON k.region_id = c.region_id
  WHERE c.is_live AND c.has_url AND c.entry_window <= 365
),
better AS (
  SELECT
    *,
    min(entry_window) OVER (
      PARTITION BY suburb_key, address_id
      ORDER BY drop_abs DESC, observed_at DESC, source, listing_id, id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS better_entry_window
  FROM keyed
),
shown AS (
  SELECT *, coalesce(better_entry_window, 366) AS max_window
  FROM better
  WHERE entry_window < coalesce(better_entry_window, 366)
)
SELECT
  s.suburb_key,
  CAST(row_number() OVER (
    PARTITION BY s.suburb_key ORDER BY s.drop_pct DESC, s.observed_at DESC, s.address_id, s.entry_window, s.region_code
  ) AS INTEGER) AS place,
  s.entry_window AS shown_from,
  s.max_window AS shown_until,
  s.source,
  l.listing_url,
  l.display_address,
  l.property_type,
  coalesce(l.bedrooms, 0) AS bedrooms,
  coalesce(l.bathrooms, 0) AS bathrooms,
  coalesce(l.car_spaces, 0) AS car_spaces,
  s.prev_price,
  s.price,
  s.drop_pct,
  s.drop_abs,
  s.observed_at,
  l.address_key,
  coalesce(l.agency_name, '') AS agency_name,
  coalesce(l.agent_names, []) AS agent_names
FROM shown s
JOIN property_listings l ON l.id = s.listing_pk;

CREATE TABLE serve.listing_regions AS
SELECT region_code, sal_code FROM step.crawled_regions;
`;

/**
 * The cut listings of every suburb for every window of 1 to 365 days, reachable by suburb and by region: the key of a
 * row is `sal:<sal_code>` or `region:<region_code>`. Qualifying cuts belong to a live listing with a URL. In one window
 * an address shows its largest cut in AUD, then the newest (then portal, listing id, event id). As the window grows
 * older cuts come in, so a cut is shown from the window that takes it in (inclusive) until one that takes in a better
 * cut (exclusive).
 */
export const suburbDropListings = sqlAggregate(
  "suburb drop listings",
  [
    { name: "suburb_drop_listings", orderBy: "suburb_key, place" },
    { name: "listing_regions", orderBy: "region_code" },
  ],
  SUBURB_DROP_LISTINGS,
);
