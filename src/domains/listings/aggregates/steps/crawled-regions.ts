import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/**
 * The suburb regions that ever had a listing, each with its one suburb. `suburb_id` names a suburb
 * across its regions: the linked suburb, or the region itself where no suburb is linked. Names, postcode and state
 * come from the suburb, then from the region, then from the listings.
 */
const CRAWLED_REGIONS = `
CREATE TABLE step.crawled_regions AS
WITH advertised AS (
  SELECT
    region_code,
    min(sal_code) AS sal_code,
    min(nullif(suburb, '')) AS suburb,
    min(nullif(state_code, '')) AS state_code
  FROM step.public_listings
  GROUP BY region_code
),
linked AS (
  SELECT
    a.region_code,
    coalesce(r.sal_code, a.sal_code, '') AS sal_code,
    coalesce(r.region_name, a.suburb, '') AS region_name,
    coalesce(r.state_code, a.state_code, '') AS state_code,
    coalesce(r.postcode, '') AS postcode
  FROM advertised a
  LEFT JOIN house_price_regions r ON r.region_code = a.region_code
)
SELECT
  CAST(row_number() OVER (ORDER BY l.region_code) AS INTEGER) AS region_id,
  CAST(dense_rank() OVER (ORDER BY coalesce(nullif(l.sal_code, ''), l.region_code)) AS INTEGER) AS suburb_id,
  l.region_code,
  l.sal_code,
  coalesce(d.sal_name, l.region_name) AS sal_name,
  coalesce(d.state_code, l.state_code) AS state_code,
  coalesce(d.postcode, l.postcode) AS postcode
FROM linked l
LEFT JOIN suburb_demographics d ON d.sal_code = l.sal_code
ORDER BY region_id;
`;

export const crawledRegions = sqlAggregate("crawled regions", [], CRAWLED_REGIONS);
