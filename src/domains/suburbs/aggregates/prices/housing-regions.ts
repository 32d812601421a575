import { sqlAggregate } from "../../../../snapshot/build/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/build/public-licence-sql.ts";

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
  SELECT
    region_code,
    min_by(
      { value: value, period: period, licence: source_licence },
      { days_before: DATE '9999-12-31' - period, dwelling_type: dwelling_type, source: source }
    ) AS latest
  FROM house_prices
  WHERE ${IS_PUBLIC} AND measure = 'median_price' AND dwelling_type IN ('house', 'established_house')
  GROUP BY region_code
)
SELECT
  region_name, region_code, region_type, state_code, postcode,
  latest.value AS latest_value, latest.period AS latest_period,
  latest.licence AS source_licence
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
