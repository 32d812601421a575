import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";
import { MAX_YEARS, MIN_CHANGES, MIN_DWELLINGS, MIN_SALES, UNIT_YEARS } from "../metrics/market.ts";

/**
 * SQL order that puts the latest observation first, in all methods: the newest period of any frequency. For
 * suburbs and councils final figures come first, as preliminary ones rest on part of the sales.
 */
const LATEST_FIRST = "is_preliminary AND region_type IN ('suburb', 'lga'), period DESC";

/** SQL: `sale_count` of median prices, from the transfer counts of the same source; joined by MEDIAN_KEY. */
const SALES_OF_MEDIANS = `(
  SELECT 'median_price' AS measure, region_code, dwelling_type, period, source, value::INTEGER AS sale_count
  FROM house_prices
  WHERE measure = 'transfer_count' AND ${IS_PUBLIC}
)`;
const MEDIAN_KEY = "region_code, measure, dwelling_type, period, source";

/** SQL: percentage change of the latest value; null unless both are above 0, where it has a meaning. */
const changeFrom = (earlier: string) =>
  `CASE WHEN l.value > 0 AND ${earlier} > 0 THEN (l.value / ${earlier} - 1) * 100 END`;

/** SQL: public median of each suburb: the latest of its regions, ties by region code. */
const medianOfSuburbs = (dwelling: string) => `
SELECT
  sal_code, region_code, period_freq, value AS latest_median_price, period AS latest_period,
  is_preliminary AS latest_is_preliminary, sale_count AS latest_sale_count, yoy_pct, source, source_licence
FROM work.latest_price JOIN (
  SELECT region_code, sal_code FROM house_price_regions WHERE sal_code IS NOT NULL
) USING (region_code)
WHERE measure = 'median_price' AND dwelling_type = '${dwelling}'
QUALIFY row_number() OVER (PARTITION BY sal_code ORDER BY ${LATEST_FIRST}, region_code) = 1`;

const monthOf = (column: string) => `(year(${column}) * 12 + month(${column}))`;
const valueAt = (years: number) => `max(value) FILTER (WHERE years = ${years})`;
const growthOver = (years: number) =>
  `(pow(${valueAt(0)} / ${valueAt(years)}, 1.0 / ${years}) - 1) * 100 AS price_growth_${years}y`;

/** SQL CTEs: medians of a dwelling type and those of the same source and frequency whole years before. */
const comparing = (dwelling: string, years: readonly number[]) => `
latest AS (${medianOfSuburbs(dwelling)}),
medians AS (
  FROM house_prices LEFT JOIN ${SALES_OF_MEDIANS} USING (${MEDIAN_KEY})
  SELECT region_code, source, period_freq, period, value
  WHERE measure = 'median_price' AND dwelling_type = '${dwelling}' AND value > 0 AND ${IS_PUBLIC}
    AND coalesce(sale_count, ${MIN_SALES}) >= ${MIN_SALES}
),
yearly AS (
  SELECT sal_code, (${monthOf("latest_period")} - ${monthOf("period")}) // 12 AS years, max_by(value, period) AS value
  FROM latest JOIN medians USING (region_code, source, period_freq)
  WHERE (${monthOf("latest_period")} - ${monthOf("period")}) % 12 = 0
    AND ${monthOf("latest_period")} - ${monthOf("period")} BETWEEN 0 AND ${12 * MAX_YEARS}
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

export const PRICES = sqlAggregates({
  /**
   * `work.latest_price`: the latest public observation of each region, measure and dwelling type; within a
   * period final before preliminary, then by source name. Changes compare with the observation of the same
   * source and frequency 3 and 12 calendar months before; null if there is none.
   */
  "latest price": `
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
`,
  /** GetHousingOverview: the latest value of each region, measure and dwelling type, with its source. */
  "housing headline": {
    order: { housing_headline: "region_type, measure, value DESC, region_code, dwelling_type" },
    sql: `
CREATE TABLE serve.housing_headline AS
SELECT
  latest.region_type, measure, value, region_code, dwelling_type, region_name, state_code, unit, period, is_preliminary,
  qoq_pct, yoy_pct,
  CASE period_freq WHEN 'M' THEN 'monthly' WHEN 'Q' THEN 'quarterly' ELSE 'annual' END AS frequency,
  source, source_licence, sale_count
FROM work.latest_price AS latest JOIN house_price_regions USING (region_code)
`,
  },
  /**
   * GetHousePriceSeries: one row per series, its public observations of every frequency as lists, oldest
   * first. Unit, source and licence are those of the last point. `sources` and `licences` by point are null
   * if the series has only one of each, `sale_counts` if none is known.
   */
  "price series": {
    order: { price_series: "region_code, measure, dwelling_type" },
    sql: `
CREATE TABLE serve.price_series AS
WITH series AS (
  SELECT
    region_code, measure, dwelling_type,
    list_sort(list({
      period: period, source: source, value: value, is_preliminary: is_preliminary, licence: source_licence,
      sale_count: sale_count
    })) AS points,
    count(DISTINCT (source, source_licence)) > 1 AS is_mixed,
    count(sale_count) > 0 AS has_sales,
    max_by(
      { unit: unit, source: source, source_licence: source_licence }, { period: period, source: source }
    ) AS last_point
  FROM house_prices LEFT JOIN ${SALES_OF_MEDIANS} USING (${MEDIAN_KEY})
  WHERE ${IS_PUBLIC}
  GROUP BY region_code, measure, dwelling_type
)
SELECT
  region_code, measure, dwelling_type, region_name,
  last_point.unit AS unit, last_point.source AS source, last_point.source_licence AS source_licence,
  list_transform(points, lambda p: p.period) AS periods,
  list_transform(points, lambda p: p.value) AS point_values,
  list_transform(points, lambda p: p.is_preliminary) AS preliminary,
  CASE WHEN is_mixed THEN list_transform(points, lambda p: p.source) END AS sources,
  CASE WHEN is_mixed THEN list_transform(points, lambda p: p.licence) END AS licences,
  CASE WHEN has_sales THEN list_transform(points, lambda p: p.sale_count) END AS sale_counts
FROM series JOIN house_price_regions USING (region_code)
`,
  },
  /**
   * ListHousingRegions: regions with their latest median of houses; attached dwellings would make a capital's
   * far too low. Regions whose prices are all restricted are hidden; those without prices stay.
   */
  "housing regions": {
    order: { housing_regions: "region_name, region_code" },
    sql: `
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
`,
  },
  "suburb price": `CREATE TABLE work.suburb_price AS ${medianOfSuburbs("house")}`,
  /**
   * `work.suburb_market`: prices, rents and sales of houses against the same region, source and frequency
   * whole years before; public rows only. `work.suburb_unit_market`: the main figures for units.
   */
  "suburb market": `
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
  CASE WHEN len(changes) >= ${MIN_CHANGES} THEN list_stddev_samp(changes) END AS volatility,
  sales AS sales_12m,
  CASE WHEN dwelling_count >= ${MIN_DWELLINGS} THEN sales / dwelling_count * 100 END AS turnover
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
`,
});
