import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";

/** SQL: exclusive start of the `days` days that end with the as-of day. */
const since = (days: number) => `getvariable('as_of')::DATE - INTERVAL ${days} DAY`;
const TODAY = "getvariable('as_of')::DATE";

/** Screener columns by the dataset table that they are computed from. */
const PARTS: readonly (readonly [table: string, columns: readonly string[], sql: string])[] = [
  [
    "director_trades",
    ["net_director_buy_value", "director_buy_count", "director_sell_count"],
    // Sum of the published values: null if none is published, 0 if there was no buy or sell.
    `SELECT stock_code,
      CASE WHEN bool_or(trade_type IN ('buy', 'sell')) THEN
        ${orderedSum("CASE trade_type WHEN 'buy' THEN total_value WHEN 'sell' THEN -total_value END")}
      ELSE 0 END AS net_director_buy_value,
      count(*) FILTER (trade_type = 'buy') AS director_buy_count,
      count(*) FILTER (trade_type = 'sell') AS director_sell_count
    FROM director_trades WHERE trade_date > ${since(90)} AND trade_date <= ${TODAY} GROUP BY stock_code`,
  ],
  [
    "news_articles",
    ["news_count_30d", "avg_sentiment", "price_sensitive_count"],
    `SELECT stock_code, count(*) AS news_count_30d,
      avg(CASE sentiment WHEN 'positive' THEN 1 WHEN 'negative' THEN -1 ELSE 0 END) AS avg_sentiment,
      count(*) FILTER (is_price_sensitive) AS price_sensitive_count
    FROM news_articles
    WHERE ${IS_PUBLIC} AND published_at::DATE > ${since(30)} AND published_at <= getvariable('as_of')
    GROUP BY stock_code`,
  ],
  [
    "dividends",
    ["trailing_12m_dividend", "avg_franking_pct"],
    `SELECT stock_code, ${orderedSum("amount_per_share")} AS trailing_12m_dividend,
      ${orderedMean("franking_percentage")} AS avg_franking_pct
    FROM dividends
    WHERE is_declared AND ex_date > ${TODAY} - INTERVAL 12 MONTH AND ex_date <= ${TODAY}
    GROUP BY stock_code`,
  ],
];

/** Screener columns from tables other than those of the market. */
export const SCREENER_INPUT_COLUMNS: readonly string[] = PARTS.flatMap(([, columns]) => columns);

/** `derived.screener_inputs(number, …)`: one row per code; null where a table has no row of it. */
const SCREENER_INPUTS = sqlAggregate(
  "screener_inputs",
  [],
  `
CREATE OR REPLACE TABLE derived.screener_inputs AS
SELECT market_codes.number, ${SCREENER_INPUT_COLUMNS.join(", ")}
FROM derived.market_codes
${PARTS.map(([table, , sql]) => `LEFT JOIN (${sql}) AS ${table}_part USING (stock_code)`).join("\n")}
ORDER BY number;
`,
);

/**
 * `derived.market_codes(stock_code, number)`: every code with a report, price or company, numbered from 0 in
 * byte order. `derived.market_days(date, number)`: the days with a report, oldest first.
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
