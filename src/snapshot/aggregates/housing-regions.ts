import { sqlAggregate } from "../aggregate.ts";
import { IS_PUBLIC } from "./public-licence.ts";

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
  SELECT region_code, value AS latest_value, period AS latest_period
  FROM house_prices
  WHERE ${IS_PUBLIC} AND measure = 'median_price' AND dwelling_type IN ('house', 'established_house')
  QUALIFY row_number() OVER (PARTITION BY region_code ORDER BY period DESC, dwelling_type, source) = 1
)
SELECT region_name, region_code, region_type, state_code, postcode, latest_value, latest_period
FROM house_price_regions
LEFT JOIN licences USING (region_code)
LEFT JOIN house_median USING (region_code)
WHERE coalesce(has_public_price, true)
`;

export const HOUSING_REGIONS = sqlAggregate(
  "housing regions",
  [{ name: "housing_regions", orderBy: "region_name, region_code" }],
  SQL,
);
