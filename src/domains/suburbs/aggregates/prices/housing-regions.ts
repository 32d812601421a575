import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/tables/public-licence-sql.ts";
import { LATEST_FIRST } from "./latest-price.ts";

/**
 * ListHousingRegions: each region with its latest house median. Only houses count, never attached dwellings, which
 * would put a capital far too low. A region whose every price is restricted is hidden; one without prices stays.
 */
const SQL = `
CREATE TABLE serve.housing_regions AS
WITH licences AS (
  SELECT region_code, bool_or(${IS_PUBLIC}) AS has_public_price
  FROM house_prices
  GROUP BY region_code
),
house_median AS (
  FROM work.latest_price
  WHERE measure = 'median_price' AND dwelling_type IN ('house', 'established_house')
  QUALIFY row_number() OVER (PARTITION BY region_code ORDER BY ${LATEST_FIRST}, dwelling_type) = 1
)
SELECT
  region_name, region_code, regions.region_type, state_code, postcode,
  latest.value AS latest_value, latest.period AS latest_period,
  coalesce(latest.is_preliminary, false) AS latest_is_preliminary, latest.sale_count AS latest_sale_count,
  latest.source_licence
FROM house_price_regions AS regions
LEFT JOIN licences USING (region_code)
LEFT JOIN house_median AS latest USING (region_code)
WHERE coalesce(has_public_price, true)
`;

export const HOUSING_REGIONS = sqlAggregate(
  "housing regions",
  [{ name: "housing_regions", orderBy: "region_name, region_code" }],
  SQL,
);
