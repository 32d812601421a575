import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/tables/public-licence-sql.ts";

/**
 * SQL order in which the first observation is the latest, whichever method asks: the newest period of any frequency.
 * In suburbs and councils, whose preliminary figures rest on a part of the sales, any final figure comes first.
 */
export const LATEST_FIRST = "is_preliminary AND region_type IN ('suburb', 'lga'), period DESC";

/** SQL: `sale_count` of median prices, which their sources publish next to them; joined by MEDIAN_KEY. */
export const SALES_OF_MEDIANS = `(
  SELECT 'median_price' AS measure, region_code, dwelling_type, period, source, value::INTEGER AS sale_count
  FROM house_prices
  WHERE measure = 'transfer_count' AND ${IS_PUBLIC}
)`;
export const MEDIAN_KEY = "region_code, measure, dwelling_type, period, source";

/**
 * `work.latest_price`: the latest public observation of each region, measure and dwelling type; of one period a final
 * figure comes before a preliminary one, then the source's name decides. Changes compare with the observation of the
 * same source and frequency three and twelve calendar months before, and are null where there is none.
 */
/** SQL: percentage change of the latest value; null where either is not above 0, since growth has no sign that says it. */
const changeFrom = (earlier: string) =>
  `CASE WHEN l.value > 0 AND ${earlier} > 0 THEN (l.value / ${earlier} - 1) * 100 END`;

const SQL = `
CREATE TABLE work.latest_price AS
WITH observed AS (
  SELECT
    region_code, region_type, measure, dwelling_type, source, period_freq, period,
    year(period) * 12 + month(period) AS month_number,
    value, unit, is_preliminary, source_licence, sale_count
  FROM house_prices JOIN house_price_regions USING (region_code)
  LEFT JOIN ${SALES_OF_MEDIANS} USING (${MEDIAN_KEY})
  WHERE ${IS_PUBLIC}
),
latest AS (
  FROM observed
  QUALIFY row_number() OVER (
    PARTITION BY region_code, measure, dwelling_type
    ORDER BY ${LATEST_FIRST}, is_preliminary, source
  ) = 1
),
earlier AS (
  SELECT
    o.region_code, o.measure, o.dwelling_type, l.month_number - o.month_number AS months_before,
    max_by(o.value, o.period) AS value
  FROM latest l JOIN observed o USING (region_code, measure, dwelling_type, source, period_freq)
  WHERE l.month_number - o.month_number IN (3, 12)
  GROUP BY ALL
)
SELECT
  l.* EXCLUDE (month_number),
  ${changeFrom("quarter.value")} AS qoq_pct,
  ${changeFrom("year.value")} AS yoy_pct
FROM latest l
LEFT JOIN (FROM earlier WHERE months_before = 3) AS quarter USING (region_code, measure, dwelling_type)
LEFT JOIN (FROM earlier WHERE months_before = 12) AS year USING (region_code, measure, dwelling_type)
`;

export const LATEST_PRICE = sqlAggregate("latest price", [], SQL);
