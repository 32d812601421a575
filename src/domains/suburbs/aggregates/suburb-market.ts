import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { LEAST_CHANGES, LEAST_DWELLINGS, LEAST_SALES, MOST_YEARS, UNIT_YEARS } from "../metrics/market.ts";
import { MEDIAN_KEY, medianOfSuburbs, SALES_OF_MEDIANS } from "./house-prices.ts";

const monthOf = (column: string) => `(year(${column}) * 12 + month(${column}))`;
const valueAt = (years: number) => `max(value) FILTER (WHERE years = ${years})`;
const growthOver = (years: number) =>
  `(pow(${valueAt(0)} / ${valueAt(years)}, 1.0 / ${years}) - 1) * 100 AS price_growth_${years}y`;

/** SQL of queries that compare medians of a dwelling type with those of the same source and frequency whole years before. */
const comparing = (dwelling: string, years: readonly number[]) => `
latest AS (${medianOfSuburbs(dwelling)}),
medians AS (
  FROM house_prices LEFT JOIN ${SALES_OF_MEDIANS} USING (${MEDIAN_KEY})
  SELECT region_code, source, period_freq, period, value
  WHERE measure = 'median_price' AND dwelling_type = '${dwelling}' AND value > 0 AND ${IS_PUBLIC}
    AND coalesce(sale_count, ${LEAST_SALES}) >= ${LEAST_SALES}
),
yearly AS (
  SELECT sal_code, (${monthOf("latest_period")} - ${monthOf("period")}) // 12 AS years, max_by(value, period) AS value
  FROM latest JOIN medians USING (region_code, source, period_freq)
  WHERE (${monthOf("latest_period")} - ${monthOf("period")}) % 12 = 0
    AND ${monthOf("latest_period")} - ${monthOf("period")} BETWEEN 0 AND ${12 * MOST_YEARS}
  GROUP BY ALL
),
growth AS (
  SELECT sal_code, ${years.map(growthOver).join(", ")} FROM yearly GROUP BY sal_code
),
rents AS (
  SELECT sal_code, value AS rent, period AS rent_period, rents.yoy_pct AS rent_growth_1y
  FROM work.latest_price AS rents JOIN house_price_regions AS regions USING (region_code)
  WHERE measure = 'median_rent' AND dwelling_type = '${dwelling}' AND sal_code IS NOT NULL
  QUALIFY row_number() OVER (PARTITION BY sal_code ORDER BY period DESC, region_code) = 1
)`;

const GROSS_YIELD = `CASE WHEN abs(${monthOf("latest_period")} - ${monthOf("rent_period")}) <= 12
    THEN 52 * rent / latest_median_price * 100 END`;

/**
 * `work.suburb_market`: how prices, rents and sales of houses move in a suburb, from public rows alone. Figures are
 * compared with those of the same region, source and frequency a whole number of years before. `work.suburb_unit_market`:
 * the main ones of units.
 */
const SQL = `
CREATE TABLE work.suburb_market AS
WITH ${comparing("house", [1, 3, 5, 10])},
changes AS (
  SELECT now.sal_code, ${orderedList("(now.value / before.value - 1) * 100", ["now.years"])} AS changes
  FROM yearly AS now JOIN yearly AS before ON before.sal_code = now.sal_code AND before.years = now.years + 1
  GROUP BY now.sal_code
),
counts AS (
  SELECT sal_code, region_code, source, period_freq, period, value
  FROM house_prices JOIN house_price_regions USING (region_code)
  WHERE measure = 'transfer_count' AND dwelling_type = 'house' AND sal_code IS NOT NULL AND ${IS_PUBLIC}
),
newest_counts AS (
  FROM counts SELECT sal_code, region_code, source, period_freq, period AS newest
  QUALIFY row_number() OVER (PARTITION BY sal_code ORDER BY period DESC, period_freq, source, region_code) = 1
),
sales AS (
  SELECT sal_code, sum(value) AS sales
  FROM counts JOIN newest_counts USING (sal_code, region_code, source, period_freq)
  WHERE ${monthOf("newest")} - ${monthOf("period")} BETWEEN 0 AND 11
  GROUP BY sal_code, period_freq
  HAVING count(*) = CASE period_freq WHEN 'M' THEN 12 WHEN 'Q' THEN 4 ELSE 1 END
)
SELECT
  sal_code, growth.* EXCLUDE (sal_code), rent_growth_1y,
  ${GROSS_YIELD} AS gross_yield,
  CASE WHEN len(changes) >= ${LEAST_CHANGES} THEN list_stddev_samp(changes) END AS volatility,
  sales AS sales_12m,
  CASE WHEN dwelling_count >= ${LEAST_DWELLINGS} THEN sales / dwelling_count * 100 END AS turnover
FROM suburb_demographics
LEFT JOIN latest USING (sal_code)
LEFT JOIN growth USING (sal_code)
LEFT JOIN changes USING (sal_code)
LEFT JOIN rents USING (sal_code)
LEFT JOIN sales USING (sal_code);

CREATE TABLE work.suburb_unit_market AS
WITH ${comparing("unit", UNIT_YEARS)}
SELECT
  sal_code, latest_median_price AS price_units,
  ${UNIT_YEARS.map((years) => `price_growth_${years}y AS price_growth_${years}y_units`).join(", ")},
  ${GROSS_YIELD} AS gross_yield_units
FROM latest
LEFT JOIN growth USING (sal_code)
LEFT JOIN rents USING (sal_code)
`;

export const SUBURB_MARKET = sqlAggregate("suburb market", [], SQL);
