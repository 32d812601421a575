import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";

/**
 * SQL order in which the first observation is the latest, whichever method asks: the newest period of any frequency.
 * In suburbs and councils, whose preliminary figures rest on a part of the sales, any final figure comes first.
 */
const LATEST_FIRST = "is_preliminary AND region_type IN ('suburb', 'lga'), period DESC";

/** SQL: `sale_count` of median prices, which their sources publish next to them; joined by MEDIAN_KEY. */
export const SALES_OF_MEDIANS = `(
  SELECT 'median_price' AS measure, region_code, dwelling_type, period, source, value::INTEGER AS sale_count
  FROM house_prices
  WHERE measure = 'transfer_count' AND ${IS_PUBLIC}
)`;
export const MEDIAN_KEY = "region_code, measure, dwelling_type, period, source";

/** SQL: percentage change of the latest value; null where either is not above 0, since growth has no sign that says it. */
const changeFrom = (earlier: string) =>
  `CASE WHEN l.value > 0 AND ${earlier} > 0 THEN (l.value / ${earlier} - 1) * 100 END`;

/**
 * `work.latest_price`: the latest public observation of each region, measure and dwelling type; of one period a final
 * figure comes before a preliminary one, then the source's name decides. Changes compare with the observation of the
 * same source and frequency three and twelve calendar months before, and are null where there is none.
 */
export const LATEST_PRICE = sqlAggregate(
  "latest price",
  [],
  `
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
);

/** GetHousingOverview: the latest value of each region, measure and dwelling type, with where it comes from. */
export const HOUSING_HEADLINE = sqlAggregate(
  "housing headline",
  [{ name: "housing_headline", orderBy: "region_type, measure, value DESC, region_code, dwelling_type" }],
  `
CREATE TABLE serve.housing_headline AS
SELECT
  latest.region_type, measure, value, region_code, dwelling_type, region_name, state_code, unit, period, is_preliminary,
  qoq_pct, yoy_pct,
  CASE period_freq WHEN 'M' THEN 'monthly' WHEN 'Q' THEN 'quarterly' ELSE 'annual' END AS frequency,
  source, source_licence, sale_count
FROM work.latest_price AS latest JOIN house_price_regions USING (region_code)
`,
);

/**
 * GetHousePriceSeries: one row a series, its public observations of every frequency as lists, oldest first; unit,
 * source and licence are those of the last, and those of the points are next to them where they differ (null where
 * the whole series has one source and one licence); so do the sales behind medians.
 */
export const PRICE_SERIES = sqlAggregate(
  "price series",
  [{ name: "price_series", orderBy: "region_code, measure, dwelling_type" }],
  `
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
);

/**
 * ListHousingRegions: each region with its latest house median. Only houses count, never attached dwellings, which
 * would put a capital far too low. A region whose every price is restricted is hidden; one without prices stays.
 */
export const HOUSING_REGIONS = sqlAggregate(
  "housing regions",
  [{ name: "housing_regions", orderBy: "region_name, region_code" }],
  `
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
);

/** SQL: the public median of a suburb: the latest of its linked regions, then that of the lower region code. */
export const medianOfSuburbs = (dwelling: string) => `
SELECT
  sal_code, region_code, period_freq, value AS latest_median_price, period AS latest_period,
  is_preliminary AS latest_is_preliminary, sale_count AS latest_sale_count, yoy_pct, source, source_licence
FROM work.latest_price JOIN (
  SELECT region_code, sal_code FROM house_price_regions WHERE sal_code IS NOT NULL
) USING (region_code)
WHERE measure = 'median_price' AND dwelling_type = '${dwelling}'
QUALIFY row_number() OVER (PARTITION BY sal_code ORDER BY ${LATEST_FIRST}, region_code) = 1`;

export const SUBURB_PRICE = sqlAggregate(
  "suburb price",
  [],
  `CREATE TABLE work.suburb_price AS ${medianOfSuburbs("house")}`,
);
