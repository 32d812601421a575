import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { dayOf, dayText } from "./day-text.ts";

/** Most events of an answer, and how many days before the dataset's day they may lie. */
const MOST_EVENTS = 200;
const DAYS = 366;

/** A rise of the short position, in percentage points, that is an event. */
const SPIKE_POINTS = 1;

/**
 * `serve.stock_events`: what happened around each code, newest first; of one day announcements, director trades, jumps
 * of the short position and news, a story once, then by title. Percentages come in decimals: a rise is compared to the ninth of them, so
 * that 3.4 after 2.4 is a rise of one point.
 */
export const STOCK_EVENTS: Aggregate = sqlAggregate(
  "stock_events",
  [{ name: "stock_events", orderBy: "stock_code, place" }],
  `
CREATE OR REPLACE TABLE serve.stock_events AS
WITH positions AS (
  SELECT
    stock_code, date, short_percent,
    lag(short_percent) OVER (PARTITION BY stock_code ORDER BY date) AS before_percent
  FROM main.short_positions
  WHERE short_percent IS NOT NULL
),
events AS (
  SELECT
    stock_code, date, 1 AS kind, 'announcement' AS type, headline AS title, main.announcements.type AS detail,
    pdf_url AS url, NULL::VARCHAR AS sentiment, is_price_sensitive, id
  FROM main.announcements
  UNION ALL
  SELECT
    stock_code, trade_date, 2, 'director_trade',
    director_name
      || CASE trade_type WHEN 'buy' THEN ' bought' WHEN 'sell' THEN ' sold' ELSE ' exercised options' END
      || coalesce(printf(' %d shares', round(shares)::BIGINT), ''),
    coalesce(printf('A$%.2f', total_value) || coalesce(printf(' at A$%.3f a share', price), ''), ''),
    announcement_url, NULL, false, id
  FROM main.director_trades
  UNION ALL
  SELECT
    stock_code, date, 3, 'short_spike',
    printf('Short position up %.2f points', short_percent - before_percent),
    printf('From %.2f %% to %.2f %% of the shares on issue', before_percent, short_percent),
    NULL, NULL, false, ''
  FROM positions
  WHERE round(short_percent - before_percent, 9) >= ${SPIKE_POINTS}
  UNION ALL
  SELECT stock_code, published_at::DATE, 4, 'news', headline, source, url, sentiment, is_price_sensitive, id
  FROM serve.news_articles
  WHERE is_primary
),
recent AS (
  SELECT
    *,
    row_number() OVER (PARTITION BY stock_code ORDER BY events.date DESC, kind, title, id) AS place
  FROM events
  WHERE events.date >= CAST(getvariable('as_of') AS DATE) - ${DAYS}
)
SELECT
  stock_code, place, ${dayOf("recent.date")} AS day, ${dayText("recent.date")} AS date, type, title, detail, url, sentiment,
  is_price_sensitive
FROM recent
WHERE place <= ${MOST_EVENTS};
`,
);
