import { DROP_LISTING_FIELDS } from "../../model/packed-rows.ts";
import { sqlAggregate } from "../aggregate.ts";
import { epochMs, packedRow } from "./packed-row.ts";

/**
 * The cut listings of every suburb for every window of 1 to 365 days, reachable by suburb and by region. Qualifying
 * cuts belong to a live listing with a URL. In one window an address shows its largest cut in AUD, then the newest
 * (then portal, listing id, event id). As the window grows older cuts come in, so a cut is shown from the window
 * that takes it in (`min_window`, inclusive) until one that takes in a better cut (`max_window`, exclusive).
 * `suburb_hash` is that of `sal:<sal_code>` or `region:<region_code>`; within it `place` is the answer
 * order. Rows are packed (DROP_LISTING_FIELDS).
 */
const SUBURB_DROP_LISTINGS = `
CREATE TABLE serve.suburb_drop_listings AS
WITH keys AS (
  SELECT region_id, sal_code, region_code, md5_number_lower('region:' || region_code) AS suburb_hash
  FROM step.crawled_regions
  UNION ALL
  SELECT region_id, sal_code, region_code, md5_number_lower('sal:' || sal_code)
  FROM step.crawled_regions
  WHERE sal_code <> ''
),
keyed AS (
  SELECT k.suburb_hash, k.sal_code, k.region_code, c.*
  FROM step.price_cuts c
  JOIN keys k ON k.region_id = c.region_id
  WHERE c.is_live AND c.has_url AND c.entry_window <= 365
),
better AS (
  SELECT
    *,
    min(entry_window) OVER (
      PARTITION BY suburb_hash, address_id
      ORDER BY drop_abs DESC, observed_at DESC, source, listing_id, id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS better_entry_window
  FROM keyed
),
shown AS (
  SELECT *, CAST(coalesce(better_entry_window, 366) AS INTEGER) AS max_window
  FROM better
  WHERE entry_window < coalesce(better_entry_window, 366)
),
answers AS (
  SELECT
    s.suburb_hash,
    s.entry_window AS min_window,
    s.max_window,
    s.sal_code,
    s.region_code,
    s.observed_at AS observed,
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
    ${epochMs("s.observed_at")} AS observed_at,
    l.address_key,
    coalesce(l.agency_name, '') AS agency_name,
    coalesce(l.agent_names, []) AS agent_names
  FROM shown s
  JOIN property_listings l ON l.id = s.listing_pk
)
SELECT
  suburb_hash,
  CAST(row_number() OVER (
    PARTITION BY suburb_hash
    ORDER BY drop_pct DESC, observed DESC, address_key, min_window, region_code
  ) AS INTEGER) AS place,
  min_window,
  max_window,
  sal_code,
  region_code,
  ${packedRow(DROP_LISTING_FIELDS)} AS packed
FROM answers;
`;

export const suburbDropListings = sqlAggregate(
  "suburb drop listings",
  [{ name: "suburb_drop_listings", orderBy: "suburb_hash, place" }],
  SUBURB_DROP_LISTINGS,
);
