import { STATES } from "../../../dataset/states.ts";
import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";
import { NOT_DEFERRED_SETTLEMENT } from "./companies.ts";

const rows = STATES.map((state) => `('${state.code.toLowerCase()}', '${state.name}')`).join(", ");

/** SQL for `markets.<metric>.<state>`; `table` has region (state code in lower case), period and value. */
const stateSeries = (metric: string, unit: string, table: string) => `
SELECT
  'markets.${metric}.' || region AS series_key,
  '${metric}' AS metric,
  '' AS product,
  'state' AS region_type,
  region AS region_code,
  state_names.name AS region_name,
  '${unit}' AS unit,
  period,
  value
FROM ${table}
JOIN (VALUES ${rows}) AS state_names(code, name) ON state_names.code = region`;

/** The series derived from companies, and the catalogue of all series. */
export const SERIES = sqlAggregates({
  /**
   * `derived.short_interest_series`: monthly `markets.short_interest_wavg.{state}`, each company's last
   * percentage of the month weighted by exposure times market cap, and
   * `markets.short_interest_avg.{industry}.aus`, their plain mean for industries of at least 5 companies.
   * Today's weights apply to all history.
   */
  short_interest_series: `
CREATE OR REPLACE TABLE derived.short_interest_series AS
WITH month_ends AS (
  SELECT stock_code, date_trunc('month', date)::DATE AS period, arg_max(short_percent, date) AS last_percent
  FROM short_positions
  WHERE short_percent IS NOT NULL AND ${NOT_DEFERRED_SETTLEMENT}
  GROUP BY stock_code, period
),
by_state AS (
  SELECT
    region,
    period,
    ${orderedSum("weight * market_cap * last_percent")}
      / ${orderedSum("weight * market_cap")} AS value
  FROM month_ends
  JOIN derived.company_exposure USING (stock_code)
  WHERE region <> 'international' AND market_cap IS NOT NULL
  GROUP BY region, period
  HAVING ${orderedSum("weight * market_cap")} > 0
),
slugged AS (
  SELECT stock_code, industry, trim(regexp_replace(lower(industry), '[^a-z0-9]+', '-', 'g'), '-') AS slug
  FROM companies
),
by_industry AS (
  SELECT slug, period, ${orderedMean("last_percent")} AS value
  FROM month_ends
  JOIN slugged USING (stock_code)
  WHERE slug <> ''
  GROUP BY slug, period
  HAVING count(*) >= 5
)${stateSeries("short_interest_wavg", "percent", "by_state")}
UNION ALL
SELECT
  'markets.short_interest_avg.' || slug || '.aus',
  'short_interest_avg',
  slug,
  'national',
  'aus',
  'Australia',
  'percent',
  period,
  value
FROM by_industry;
`,
  /**
   * `derived.price_return_index`: monthly values of `markets.price_return_index.{state}`, 100 in the month
   * before the first return. A state's month needs at least 5 companies and a return within ±25 %. A larger
   * return is drift of the data: the month gets no value and does not move the index.
   */
  price_return_index: `
CREATE OR REPLACE TABLE derived.price_return_index AS
WITH month_ends AS (
  SELECT stock_code, date_trunc('month', date)::DATE AS period, arg_max(coalesce(adjusted_close, close), date) AS close
  FROM stock_prices
  GROUP BY stock_code, period
),
stock_returns AS (
  SELECT
    stock_code,
    period,
    close / lag(close) OVER by_stock - 1 AS stock_return
  FROM month_ends
  -- Consecutive months only.
  WINDOW by_stock AS (PARTITION BY stock_code ORDER BY period)
  QUALIFY lag(period) OVER by_stock = period - INTERVAL 1 MONTH
),
state_returns AS (
  SELECT
    region,
    period,
    ${orderedSum("weight * market_cap * stock_return")}
      / ${orderedSum("weight * market_cap")} AS state_return
  FROM stock_returns
  JOIN derived.company_exposure USING (stock_code)
  WHERE region <> 'international' AND market_cap IS NOT NULL
  GROUP BY region, period
  HAVING count(*) >= 5 AND ${orderedSum("weight * market_cap")} > 0 AND abs(state_return) <= 0.25
),
index_values AS (
  SELECT
    region,
    period,
    100 * product(1 + state_return) OVER (PARTITION BY region ORDER BY period ROWS UNBOUNDED PRECEDING) AS value
  FROM state_returns
  UNION ALL
  SELECT region, (min(period) - INTERVAL 1 MONTH)::DATE, 100
  FROM state_returns
  GROUP BY region
)${stateSeries("price_return_index", "index", "index_values")};
`,
  /**
   * `economic_series` and `economic_observations`: catalogue and values; series are numbered from 0 in key
   * order. A dataset series overrides a derived one of its key, even an internal-only one, which is not
   * written.
   */
  economic_series: {
    order: { economic_series: "series_number", economic_observations: "series_number, period" },
    sql: `
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
  catalogue.* EXCLUDE (licence),
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
  },
});
