import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { SCREENER_INPUTS } from "./screener-inputs.ts";

/**
 * `derived.market_codes(stock_code, number)`: every code that is reported, priced or listed, numbered from 0 in the
 * order of its bytes; and `derived.market_days(date, number)`: the days with a report, oldest first.
 */
const MARKET_CODES: Aggregate = sqlAggregate(
  "market_codes",
  [],
  `
CREATE OR REPLACE TABLE derived.market_codes AS
SELECT stock_code, (row_number() OVER (ORDER BY stock_code) - 1)::INTEGER AS number
FROM (
  SELECT stock_code FROM companies
  UNION SELECT stock_code FROM short_positions
  UNION SELECT stock_code FROM stock_prices
);

CREATE OR REPLACE TABLE derived.market_days AS
SELECT date, (row_number() OVER (ORDER BY date) - 1)::INTEGER AS number
FROM (SELECT date FROM trading_dates UNION SELECT date FROM short_positions);
`,
);

export const MARKET_AGGREGATES: readonly Aggregate[] = [MARKET_CODES, SCREENER_INPUTS];
