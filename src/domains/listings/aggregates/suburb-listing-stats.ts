import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { pricesBy } from "./steps/listing-sql.ts";

/**
 * Asking and sold prices of every suburb region that has a live or a sold address, one listing an address. Price
 * statistics are null under 3 priced addresses; counts never are.
 */
const SUBURB_LISTING_STATS = `
CREATE TABLE serve.suburb_listing_stats AS
WITH active AS (
  SELECT region_id, count(DISTINCT address_id) AS active_addresses
  FROM step.listings
  WHERE is_live AND address_id IS NOT NULL
  GROUP BY region_id
),
${pricesBy({ place: "region_id" })}
SELECT
  r.sal_code,
  r.region_code,
  r.region_id,
  CAST(coalesce(active.active_addresses, 0) AS INTEGER) AS active_addresses,
  CAST(coalesce(asking.for_sale_count, 0) AS INTEGER) AS for_sale_count,
  CAST(coalesce(asking.for_sale_priced, 0) AS INTEGER) AS for_sale_priced,
  asking.avg_asking,
  asking.median_asking,
  CAST(coalesce(sold.sold_count, 0) AS INTEGER) AS sold_count,
  sold.avg_sold,
  sold.median_sold
FROM step.crawled_regions r
LEFT JOIN active ON active.region_id = r.region_id
LEFT JOIN asking ON asking.region_id = r.region_id
LEFT JOIN sold ON sold.region_id = r.region_id
WHERE active.region_id IS NOT NULL OR sold.region_id IS NOT NULL;
`;

/**
 * The same of whole suburbs, for their profiles: the addresses of all the regions that stand for a suburb, each once.
 * Suburbs with nothing for sale and nothing sold are left out.
 */
const PROFILE_LISTING_STATS = `
CREATE TABLE serve.profile_listing_stats AS
WITH suburbs AS (
  SELECT DISTINCT suburb_id, sal_code FROM step.crawled_regions WHERE sal_code <> ''
),
${pricesBy({ place: "suburb_id" })}
SELECT
  s.sal_code,
  CAST(coalesce(asking.for_sale_count, 0) AS INTEGER) AS for_sale_count,
  asking.avg_asking,
  asking.median_asking,
  CAST(coalesce(sold.sold_count, 0) AS INTEGER) AS sold_count,
  sold.avg_sold,
  sold.median_sold
FROM suburbs s
LEFT JOIN asking ON asking.suburb_id = s.suburb_id
LEFT JOIN sold ON sold.suburb_id = s.suburb_id
WHERE asking.suburb_id IS NOT NULL OR sold.suburb_id IS NOT NULL;
`;

export const suburbListingStats = sqlAggregate(
  "suburb listing stats",
  [
    { name: "suburb_listing_stats", orderBy: "sal_code, region_code" },
    { name: "profile_listing_stats", orderBy: "sal_code" },
  ],
  SUBURB_LISTING_STATS + PROFILE_LISTING_STATS,
);
