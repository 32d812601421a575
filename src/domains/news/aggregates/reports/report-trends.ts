import { type Aggregate, sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

const TRENDS = 5;
const ANNOUNCEMENTS = 3;
/** A close that is older than this says nothing about its day. */
const OLDEST_CLOSE_DAYS = 7;
/** A price that moved by less, in per cent, is flat. */
const FLAT_PERCENT = 1;

/** `report_trends`: the largest changes next to prices and announcements. */
export const REPORT_TRENDS: Aggregate = sqlAggregate(
  "report_trends",
  [{ name: "report_trends", orderBy: "slug, place" }],
  `
CREATE TABLE serve.report_trends AS
WITH closes AS (
  SELECT stock_code, date, coalesce(adjusted_close, close) AS close FROM stock_prices
),
movers AS (
  SELECT *, (row_number() OVER (PARTITION BY slug ORDER BY direction DESC, rank))::INTEGER AS place
  FROM serve.report_movers
  WHERE rank <= ${TRENDS}
),
priced AS (
  SELECT
    movers.*,
    CASE
      WHEN movers.report_date - newest.date <= ${OLDEST_CLOSE_DAYS}
        AND movers.previous_date - oldest.date <= ${OLDEST_CLOSE_DAYS}
        AND newest.date > movers.previous_date
      THEN round(100 * (newest.close / oldest.close - 1), 4)
    END AS price_change
  FROM movers
  ASOF LEFT JOIN closes AS newest ON newest.stock_code = movers.code AND newest.date <= movers.report_date
  ASOF LEFT JOIN closes AS oldest ON oldest.stock_code = movers.code AND oldest.date <= movers.previous_date
),
patterns AS (
  SELECT
    *,
    CASE WHEN price_change > ${FLAT_PERCENT} THEN 'up' WHEN price_change < -${FLAT_PERCENT} THEN 'down'
      WHEN price_change IS NOT NULL THEN 'flat' END AS price_pattern
  FROM priced
)
SELECT
  slug,
  place,
  code,
  direction,
  change AS short_change,
  price_pattern,
  price_change AS weekly_price_change,
  'shorts ' || CASE direction WHEN 'rising' THEN 'up' ELSE 'down' END || ', price ' || price_pattern
    AS composite_signal,
  coalesce((
    SELECT list(headline ORDER BY number)[1:${ANNOUNCEMENTS}]
    FROM serve.news_articles
    WHERE is_primary AND is_price_sensitive
      AND stock_code = code
      AND published_at::DATE > previous_date AND published_at::DATE <= report_date
  ), []) AS key_announcements
FROM patterns;
`,
);
