import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";

/**
 * Published figures of suburbs, one a suburb, measure, dwelling type, frequency and period: of several linked regions the
 * one with the lowest code, of several figures a final one before a preliminary one, then by the source's name.
 */
const SQL = `
CREATE TABLE serve.suburb_price_points AS
WITH linked AS (
  SELECT region_code, position
  FROM house_price_regions
  JOIN open.suburbs USING (sal_code)
  WHERE region_type = 'suburb'
),
chosen AS (
  SELECT position, measure, dwelling_type, min(region_code) AS region_code
  FROM house_prices
  JOIN linked USING (region_code)
  WHERE ${IS_PUBLIC}
  GROUP BY position, measure, dwelling_type
)
SELECT
  position, measure, dwelling_type,
  CASE period_freq WHEN 'M' THEN 'monthly' WHEN 'Q' THEN 'quarterly' ELSE 'annual' END AS frequency,
  period, value, is_preliminary
FROM house_prices
JOIN chosen USING (region_code, measure, dwelling_type)
WHERE ${IS_PUBLIC}
QUALIFY row_number() OVER (
  PARTITION BY position, measure, dwelling_type, period_freq, period
  ORDER BY is_preliminary, source
) = 1;
`;

export const OPEN_PRICES = sqlAggregate(
  "prices of sets",
  [{ name: "suburb_price_points", orderBy: "measure, dwelling_type, position, frequency, period" }],
  SQL,
);
