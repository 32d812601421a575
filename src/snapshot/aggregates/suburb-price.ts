import { sqlAggregate } from "../aggregate.ts";
import { IS_PUBLIC } from "./public-licence.ts";

/**
 * The public house median of a suburb: of its linked regions the one with the newest value wins, then the lower
 * region code. The yearly change is against the newest observation at least 11 months older, which fits annual and
 * quarterly feeds alike.
 */
const SQL = `
CREATE SCHEMA IF NOT EXISTS work;
CREATE TABLE work.suburb_price AS
WITH house_median AS (
  SELECT sal_code, region_code, period, source, value
  FROM house_prices JOIN house_price_regions USING (region_code)
  WHERE sal_code IS NOT NULL AND measure = 'median_price' AND dwelling_type = 'house' AND ${IS_PUBLIC}
),
latest AS (
  FROM house_median
  QUALIFY row_number() OVER (PARTITION BY sal_code ORDER BY period DESC, region_code, source) = 1
),
prior AS (
  SELECT earlier.sal_code, earlier.value
  FROM latest JOIN house_median AS earlier USING (sal_code, region_code)
  WHERE earlier.period <= latest.period - INTERVAL 11 MONTH
  QUALIFY row_number() OVER (PARTITION BY earlier.sal_code ORDER BY earlier.period DESC, earlier.source) = 1
)
SELECT
  latest.sal_code, latest.region_code,
  latest.value AS latest_median_price,
  latest.period AS latest_period,
  (latest.value / nullif(prior.value, 0) - 1) * 100 AS yoy_pct
FROM latest LEFT JOIN prior USING (sal_code)
`;

export const SUBURB_PRICE = sqlAggregate("suburb price", [], SQL);
