import { MarketPeriodSchema, MarketWeekSchema } from "../../../gen/terrace/v1/explorer_pb.ts";
import { framePages } from "../../../snapshot/pages/frame-pages.ts";
import { rowPages } from "../../../snapshot/pages/page-set.ts";
import { MIN_LISTINGS } from "../../suburbs/metrics/listings.ts";
import { ALL_NEWEST } from "../market/rules.ts";

/** SQL: shows an element when more rows are requested than there are newer ones in its group. */
const newest = (group: string, order: string) =>
  `row_number() OVER (PARTITION BY ${group} ORDER BY ${order} DESC) - 1 AS shown_from, ${ALL_NEWEST + 1} AS shown_until`;

/** Market weeks by suburb code. */
export const MARKET_WEEK_PAGES = rowPages({
  name: "market_weeks",
  element: MarketWeekSchema,
  sql: `
SELECT
  sal_code AS page_key, ${newest("sal_code", "week")},
  strftime(DATE '1970-01-11' + 7 * week, '%Y-%m-%d') AS week_ending, 1 AS suburb_count, stock,
  new_listings, withdrawn, sold, median_ask,
  CASE WHEN priced >= ${MIN_LISTINGS} THEN 100.0 * discounted / priced END AS share_discounted
FROM open.market_weeks
ORDER BY sal_code, week`,
});

/** Published prices, rents and yields by suburb code. */
export const MARKET_PERIOD_PAGES = rowPages({
  name: "market_periods",
  element: MarketPeriodSchema,
  sql: `
SELECT
  sal_code AS page_key, ${newest("sal_code, dwelling_type", "points.period DESC, frequency")}, dwelling_type, epoch_ms(period::TIMESTAMP) AS period, frequency, 1 AS suburb_count,
  max(value) FILTER (measure = 'median_price') AS median_price,
  max(value) FILTER (measure = 'median_rent') AS median_rent,
  52 * max(value) FILTER (measure = 'median_rent') / max(value) FILTER (measure = 'median_price') * 100 AS gross_yield
FROM serve.suburb_price_points AS points JOIN open.suburbs USING (position)
WHERE measure IN ('median_price', 'median_rent')
GROUP BY sal_code, dwelling_type, points.period, frequency
ORDER BY sal_code, dwelling_type, points.period, frequency`,
});

/** Market weeks of all suburbs as columns, and the asking prices of each week, ascending. */
export const SET_MARKET = framePages({
  name: "set_market",
  queries: {
    weeks: `
SELECT week, position, stock, new_listings, withdrawn, sold, priced, discounted
FROM open.market_weeks
ORDER BY week, position`,
    asks: `
SELECT week AS ask_week, position AS ask_position, ask
FROM open.market_asks
WHERE ask IS NOT NULL
ORDER BY ask_week, ask, ask_position`,
  },
});
