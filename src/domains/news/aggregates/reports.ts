import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean } from "../../../snapshot/tables/ordered-sums.ts";

/**
 * SQL condition on `short_positions`: an ordinary share. Funds, notes with a coupon, long codes, products in
 * deferred settlement and issues below 5 million shares are not.
 */
const IS_ORDINARY = `(
    short_percent IS NOT NULL
    AND NOT regexp_matches(product_name, 'ETF\\b', 'i')
    AND NOT regexp_matches(product_name, '[0-9]+([.][0-9]+)?\\s*%')
    AND length(stock_code) <= 4
    AND product_name NOT ILIKE '%deferred%'
    AND coalesce(total_product_in_issue, 0) NOT BETWEEN 1 AND 4999999
  )`;

/** Kinds of periods, with SQL for a date's slug and for a number that increases by 1 per period. */
const KINDS = [
  ["weekly", "strftime(date, '%G-W%V')", "(date - DATE '1970-01-05') // 7"],
  ["monthly", "strftime(date, '%Y-%m')", "year(date) * 12 + month(date)"],
  ["yearly", "strftime(date, '%Y')", "year(date)"],
] as const;

/**
 * `derived.report_lines(report_type, number, slug, report_date, stock_code, pct, shares)`: ordinary shares on
 * the last date of each week, month and year. `derived.report_periods`: periods whose predecessor has a date.
 */
export const REPORT_PERIODS: Aggregate = sqlAggregate(
  "report_periods",
  [],
  `
CREATE OR REPLACE TABLE derived.ordinary_positions AS
SELECT stock_code, date, short_percent AS pct, reported_short_positions AS shares
FROM short_positions
WHERE ${IS_ORDINARY} AND date <= getvariable('as_of');

CREATE OR REPLACE TABLE derived.all_periods AS
WITH dates AS (SELECT DISTINCT date FROM derived.ordinary_positions)
${KINDS.map(
  ([kind, slug, number]) => `
SELECT '${kind}' AS report_type, ${slug} AS slug, (${number})::INTEGER AS number, max(date) AS report_date
FROM dates
GROUP BY ALL`,
).join("\nUNION ALL")};

CREATE OR REPLACE TABLE derived.report_lines AS
SELECT report_type, number, slug, report_date, stock_code, pct, shares
FROM derived.all_periods
JOIN derived.ordinary_positions ON date = report_date;

CREATE OR REPLACE TABLE derived.report_periods AS
SELECT periods.report_type, periods.number, periods.slug, periods.report_date, before.report_date AS previous_date
FROM derived.all_periods AS periods
JOIN derived.all_periods AS before
  ON before.report_type = periods.report_type AND before.number = periods.number - 1;
`,
);

/** Periods that a change is compared with, and the minimum count of changes in them. */
const COMPARED_PERIODS = 26;
const MIN_CHANGES = 8;
/** A standard deviation up to this is a rounding error of 0. */
const NO_VARIATION = "1e-9";
const HISTORY_PERIODS = 12;

/**
 * `derived.report_changes`: each line with its recent percentages, change since the previous period, z-score
 * for the stock and streak in periods. Changes have more decimals than published percentages.
 */
export const REPORT_CHANGES: Aggregate = sqlAggregate(
  "report_changes",
  [],
  `
CREATE OR REPLACE TABLE derived.report_changes AS
WITH changes AS (
  SELECT
    now.*,
    before.pct AS previous_pct,
    round(now.pct - before.pct, 6) AS change
  FROM derived.report_lines AS now
  LEFT JOIN derived.report_lines AS before
    ON before.report_type = now.report_type
    AND before.stock_code = now.stock_code
    AND before.number = now.number - 1
),
spread AS (
  SELECT
    *,
    avg(change) OVER earlier AS mean_change,
    stddev_samp(change) OVER earlier AS deviation,
    count(change) OVER earlier AS earlier_changes,
    list(pct) OVER recent AS history,
    row_number() OVER line AS place,
    coalesce(
      sign(change) IS DISTINCT FROM sign(lag(change) OVER line) OR number <> lag(number) OVER line + 1,
      true
    ) AS turns
  FROM changes
  WINDOW
    line AS (PARTITION BY report_type, stock_code ORDER BY number),
    earlier AS (
      PARTITION BY report_type, stock_code ORDER BY number
      RANGE BETWEEN ${COMPARED_PERIODS} PRECEDING AND 1 PRECEDING
    ),
    recent AS (
      PARTITION BY report_type, stock_code ORDER BY number
      RANGE BETWEEN ${HISTORY_PERIODS - 1} PRECEDING AND CURRENT ROW
    )
)
SELECT
  * EXCLUDE (mean_change, deviation, earlier_changes, turns, place),
  CASE
    WHEN earlier_changes >= ${MIN_CHANGES} AND deviation > ${NO_VARIATION}
    THEN round((change - mean_change) / deviation, 4)
  END AS z_score,
  (
    place + 1
    - max(CASE WHEN turns THEN place END) OVER (PARTITION BY report_type, stock_code ORDER BY number)
  )::INTEGER AS streak
FROM spread;
`,
);

const TOP_STOCKS = 20;
const MOVERS = 10;
/** Sessions of a mean volume, and the minimum: as in average_daily_volume_20d of a stock. */
const VOLUME_SESSIONS = 20;
const MIN_SESSIONS = 5;

/** SQL: columns of every listed stock; `line` is its row of the changes. */
const LISTED = `
  coalesce(company_name, line.stock_code) AS name,
  industry,
  logo_url,
  line.history,
  round(line.shares / mean_volume, 2) AS days_to_cover`;

const LISTED_JOINS = `
LEFT JOIN companies ON companies.stock_code = line.stock_code
ASOF LEFT JOIN derived.mean_volumes AS volumes
  ON volumes.stock_code = line.stock_code AND volumes.date <= line.report_date`;

export const REPORT_TABLES: Aggregate = sqlAggregate(
  "reports",
  [
    { name: "reports", orderBy: "report_type, report_date, slug" },
    { name: "report_stocks", orderBy: "slug, rank" },
    { name: "report_movers", orderBy: "slug, direction, rank" },
    { name: "report_industries", orderBy: "slug, rank" },
  ],
  `
CREATE OR REPLACE TABLE derived.reported AS
SELECT changes.*, previous_date
FROM derived.report_changes AS changes
JOIN derived.report_periods USING (report_type, number, slug, report_date);

CREATE OR REPLACE TABLE derived.mean_volumes AS
SELECT
  stock_code, date,
  CASE WHEN count(*) OVER newest >= ${MIN_SESSIONS} THEN avg(volume) OVER newest END AS mean_volume
FROM stock_prices
WHERE volume > 0
WINDOW newest AS (PARTITION BY stock_code ORDER BY date ROWS ${VOLUME_SESSIONS - 1} PRECEDING);

CREATE TABLE serve.reports AS
WITH shorted AS (
  SELECT
    slug,
    any_value(report_type) AS report_type,
    any_value(report_date) AS report_date,
    any_value(previous_date) AS previous_date,
    count(*) FILTER (pct > 0)::INTEGER AS total_stocks_shorted,
    coalesce(round(${orderedMean("pct", "pct > 0")}, 6), 0) AS avg_short_pct,
    coalesce(max(pct), 0) AS max_short_pct,
    arg_min(stock_code, (-pct, stock_code)) AS max_short_code,
    coalesce(round(${orderedMean("change")}, 6), 0) AS wow_avg_change,
    coalesce(round(median(pct) FILTER (pct > 0), 6), 0) AS median_short_pct,
    count(*) FILTER (pct > 10)::INTEGER AS stocks_above_10pct,
    count(*) FILTER (pct > 5)::INTEGER AS stocks_above_5pct,
    count(*) FILTER (change > 0)::INTEGER AS riser_count,
    count(*) FILTER (change < 0)::INTEGER AS faller_count,
    count(previous_pct) AS in_both
  FROM derived.reported
  GROUP BY slug
)
SELECT
  shorted.* EXCLUDE (in_both),
  round(in_both / (
    SELECT count(*) FROM derived.report_lines AS lines
    WHERE lines.report_type = shorted.report_type AND lines.report_date = shorted.previous_date
  ), 6) AS quality_score
FROM shorted;

CREATE TABLE serve.report_stocks AS
WITH ranked AS (
  SELECT
    *,
    (row_number() OVER (PARTITION BY report_type, number ORDER BY pct DESC, stock_code))::INTEGER AS rank
  FROM derived.report_changes
  WHERE pct > 0
)
SELECT
  line.slug,
  line.rank,
  line.stock_code AS code,
  line.pct AS short_pct,
  line.change AS wow_change,
  before.rank IS NULL OR before.rank > ${TOP_STOCKS} AS is_new_entrant,
  ${LISTED}
FROM (SELECT * FROM ranked SEMI JOIN derived.report_periods USING (slug) WHERE rank <= ${TOP_STOCKS}) AS line
LEFT JOIN ranked AS before
  ON before.report_type = line.report_type
  AND before.stock_code = line.stock_code
  AND before.number = line.number - 1
${LISTED_JOINS};

CREATE TABLE serve.report_movers AS
WITH ranked AS (
  SELECT
    *,
    CASE WHEN change > 0 THEN 'rising' ELSE 'falling' END AS direction,
    (row_number() OVER (PARTITION BY slug, change > 0 ORDER BY abs(change) DESC, stock_code))::INTEGER AS rank
  FROM derived.reported
  WHERE change <> 0
)
SELECT
  line.slug,
  line.direction,
  line.rank,
  line.report_date,
  line.previous_date,
  line.stock_code AS code,
  line.pct AS current_pct,
  line.previous_pct,
  line.change,
  line.z_score,
  line.streak AS streak_weeks,
  CASE WHEN abs(line.z_score) >= 3 THEN 'high' WHEN abs(line.z_score) >= 2 THEN 'elevated'
    WHEN line.z_score IS NOT NULL THEN 'normal' END AS significance,
  ${LISTED}
FROM (SELECT * FROM ranked WHERE rank <= ${MOVERS}) AS line
${LISTED_JOINS};

CREATE TABLE serve.report_industries AS
WITH means AS (
  SELECT
    report_type, number, slug, industry,
    round(${orderedMean("pct")}, 6) AS avg_short_pct,
    count(*)::INTEGER AS stock_count,
    arg_min(stock_code, (-pct, stock_code)) AS top_stock_code,
    max(pct) AS top_stock_pct
  FROM derived.report_lines
  JOIN companies USING (stock_code)
  WHERE pct > 0 AND industry IS NOT NULL
  GROUP BY report_type, number, slug, industry
)
SELECT
  slug,
  (row_number() OVER (PARTITION BY slug ORDER BY avg_short_pct DESC, industry))::INTEGER AS rank,
  industry, avg_short_pct, wow_change, stock_count, top_stock_code, top_stock_pct
FROM (
  SELECT now.*, round(now.avg_short_pct - before.avg_short_pct, 6) AS wow_change
  FROM means AS now
  LEFT JOIN means AS before
    ON before.report_type = now.report_type AND before.number = now.number - 1 AND before.industry = now.industry
)
SEMI JOIN derived.report_periods USING (slug);
`,
);

const TRENDS = 5;
const ANNOUNCEMENTS = 3;
/** A close older than this is not used for a day. */
const OLDEST_CLOSE_DAYS = 7;
/** Prices that changed by no more, in percent, are flat. */
const FLAT_PERCENT = 1;

/** `report_trends`: the largest changes, with prices and announcements. */
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
