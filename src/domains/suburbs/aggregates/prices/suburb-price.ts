import { sqlAggregate } from "../../../../snapshot/build/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/build/public-licence-sql.ts";

/**
 * The public house median of a suburb: of its linked regions the one with the newest value wins, then the lower
 * region code. The yearly change is against the newest observation at least 11 months older, which fits annual and
 * quarterly feeds alike.
 */
const SQL = `
CREATE SCHEMA IF NOT EXISTS work;
CREATE TABLE work.suburb_price AS
WITH house_median AS (
  SELECT sal_code, region_code, period, source, value, source_licence
  FROM house_prices JOIN house_price_regions USING (region_code)
  WHERE sal_code IS NOT NULL AND measure = 'median_price' AND dwelling_type = 'house' AND ${IS_PUBLIC}
),
winner AS (
  SELECT sal_code, region_code, max(period) AS latest_period
  FROM house_median
  GROUP BY sal_code, region_code
  QUALIFY row_number() OVER (PARTITION BY sal_code ORDER BY latest_period DESC, region_code) = 1
),
compared AS (
  SELECT
    sal_code, region_code, latest_period,
    min_by(value, source) FILTER (period = latest_period) AS latest_median_price,
    min_by(source_licence, source) FILTER (period = latest_period) AS source_licence,
    min_by(value, { days_before: latest_period - period, source: source })
      FILTER (period <= latest_period - INTERVAL 11 MONTH) AS prior_median_price
  FROM winner JOIN house_median USING (sal_code, region_code)
  GROUP BY sal_code, region_code, latest_period
)
SELECT
  sal_code, region_code, latest_median_price, latest_period,
  (latest_median_price / nullif(prior_median_price, 0) - 1) * 100 AS yoy_pct,
  source_licence
FROM compared
`;

export const SUBURB_PRICE = sqlAggregate("suburb price", [], SQL);
