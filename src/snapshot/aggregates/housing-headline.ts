import { sqlAggregate } from "../aggregate.ts";
import { IS_PUBLIC } from "./public-licence.ts";

/**
 * GetHousingOverview: the latest quarterly value of each region, measure and dwelling type. Lags count observations
 * within one source; of several sources the newest period wins, then the source's name.
 */
const SQL = `
CREATE TABLE serve.housing_headline AS
WITH quarterly AS (
  SELECT
    region_code, measure, dwelling_type, source, period, value, unit, is_preliminary,
    lag(value, 1) OVER series AS one_before,
    lag(value, 4) OVER series AS four_before
  FROM house_prices
  WHERE period_freq = 'Q' AND ${IS_PUBLIC}
  WINDOW series AS (PARTITION BY region_code, measure, dwelling_type, source ORDER BY period)
),
latest AS (
  FROM quarterly
  QUALIFY row_number() OVER (PARTITION BY region_code, measure, dwelling_type ORDER BY period DESC, source) = 1
)
SELECT
  region_type, measure, value, region_code, dwelling_type, region_name, state_code, unit, period, is_preliminary,
  (value / nullif(one_before, 0) - 1) * 100 AS qoq_pct,
  (value / nullif(four_before, 0) - 1) * 100 AS yoy_pct
FROM latest JOIN house_price_regions USING (region_code)
`;

export const HOUSING_HEADLINE = sqlAggregate(
  "housing headline",
  [{ name: "housing_headline", orderBy: "region_type, measure, value DESC, region_code, dwelling_type" }],
  SQL,
);
