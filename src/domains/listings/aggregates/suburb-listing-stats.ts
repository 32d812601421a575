import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean } from "../../../snapshot/tables/ordered-sums.ts";
import { flooredPrice, newestPerAddress } from "./steps/newest-per-address.ts";

/** SQL tables `for_sale`, `asking`, `sold_addresses` and `sold` by place, one listing an address and place. */
const pricesBy = (place: string): string => `
for_sale AS (${newestPerAddress("step.listings", place, "is_live AND is_for_sale AND address_id IS NOT NULL")}
),
asking AS (
  SELECT
    ${place},
    count(*) AS for_sale_count,
    count(price) AS for_sale_priced,
    ${flooredPrice(orderedMean("price"))} AS avg_asking,
    ${flooredPrice("quantile_cont(price, 0.5)")} AS median_asking
  FROM for_sale
  GROUP BY ${place}
),
sold_addresses AS (${newestPerAddress("step.sold_listings", place, "true")}
),
sold AS (
  SELECT
    ${place},
    count(*) AS sold_count,
    ${flooredPrice(orderedMean("price"))} AS avg_sold,
    ${flooredPrice("quantile_cont(price, 0.5)")} AS median_sold
  FROM sold_addresses
  GROUP BY ${place}
)`;

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
${pricesBy("region_id")}
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
${pricesBy("suburb_id")}
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
