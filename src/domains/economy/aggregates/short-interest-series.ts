import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { NOT_DEFERRED_SETTLEMENT } from "./company-exposure.ts";
import { STATE_NAMES } from "./state-names.ts";

/**
 * `derived.short_interest_series`: monthly values of `markets.short_interest_wavg.{state}`, each company's last
 * percentage of the month weighted by exposure times market cap, and of `markets.short_interest_avg.{industry}.aus`,
 * their plain mean where an industry has at least 5 companies. Today's weights are applied to all history.
 */
export const SHORT_INTEREST_SERIES: Aggregate = sqlAggregate(
  "short_interest_series",
  [],
  `
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
)
SELECT
  'markets.short_interest_wavg.' || region AS series_key,
  'short_interest_wavg' AS metric,
  '' AS product,
  'state' AS region_type,
  region AS region_code,
  state_names.name AS region_name,
  'percent' AS unit,
  period,
  value
FROM by_state
JOIN (${STATE_NAMES}) AS state_names ON state_names.code = region
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
);
