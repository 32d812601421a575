import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { stateSeries } from "./state-series.ts";

/**
 * `derived.price_return_index`: monthly values of `markets.price_return_index.{state}`, 100 in the month before the
 * first return. A state's month counts with at least 5 companies and a return within 25 % either way; anything
 * beyond is drift of the data: that month has no value and does not move the index.
 */
export const PRICE_RETURN_INDEX: Aggregate = sqlAggregate(
  "price_return_index",
  [],
  `
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
);
