import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/**
 * `economic_series` and `economic_observations`: the catalogue and its values, series numbered from 0 in key order.
 * A series of the dataset wins over a derived one of the same key. Internal-only series are left out of the snapshot
 * (and still win over a derived one), so no reader of it can come upon them.
 */
export const ECONOMIC_SERIES_TABLES: Aggregate = sqlAggregate(
  "economic_series",
  [
    { name: "economic_series", orderBy: "series_number" },
    { name: "economic_observations", orderBy: "series_number, period" },
  ],
  `
CREATE OR REPLACE TABLE derived.series_values AS
WITH computed AS (
  FROM derived.short_interest_series
  UNION ALL
  FROM derived.price_return_index
)
SELECT * FROM computed
WHERE series_key NOT IN (SELECT series_key FROM economic_series);

CREATE TABLE serve.economic_series AS
WITH catalogue AS (
  SELECT
    series_key, topic, metric, coalesce(product, '') AS product, region_type, region_code, region_name, unit,
    frequency, coalesce(adjustment, 'original') AS adjustment, source_key, licence
  FROM economic_series
  WHERE NOT coalesce(internal_only, false)
  UNION ALL
  SELECT DISTINCT
    series_key, 'markets', metric, product, region_type, region_code, region_name, unit,
    'monthly', 'original', 'terrace-derived', 'derived'
  FROM derived.series_values
),
newest AS (
  SELECT series_key, max(period) AS period
  FROM (
    SELECT series_key, period FROM economic_observations WHERE isfinite(value)
    UNION ALL
    SELECT series_key, period FROM derived.series_values
  )
  GROUP BY series_key
)
SELECT
  (row_number() OVER (ORDER BY catalogue.series_key) - 1)::INTEGER AS series_number,
  catalogue.series_key,
  topic,
  metric,
  product,
  region_type,
  region_code,
  region_name,
  unit,
  frequency,
  adjustment,
  source_key,
  coalesce(licence, 'CC-BY-4.0') AS source_licence,
  newest.period AS latest_period
FROM catalogue
LEFT JOIN newest USING (series_key);

CREATE TABLE serve.economic_observations AS
SELECT series_number, period, value
FROM (
  SELECT series_key, period, value FROM economic_observations WHERE isfinite(value)
  UNION ALL
  SELECT series_key, period, value FROM derived.series_values
)
JOIN serve.economic_series USING (series_key);
`,
);
