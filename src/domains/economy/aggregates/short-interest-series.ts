import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { NOT_DEFERRED_SETTLEMENT } from "./company-exposure.ts";
import { stateSeries } from "./state-series.ts";

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
);
