import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/tables/public-licence-sql.ts";
import { MEDIAN_KEY, SALES_OF_MEDIANS } from "./latest-price.ts";

/**
 * GetHousePriceSeries: one row a series, its public observations of every frequency as lists, oldest first; unit,
 * source and licence are those of the last, and those of the points are next to them where they differ (null where
 * the whole series has one source and one licence); so do the sales behind medians.
 */
const SQL = `
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
`;

export const PRICE_SERIES = sqlAggregate(
  "price series",
  [{ name: "price_series", orderBy: "region_code, measure, dwelling_type" }],
  SQL,
);
