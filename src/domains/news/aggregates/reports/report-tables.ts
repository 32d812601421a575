import { type Aggregate, sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { orderedMean } from "../../../../snapshot/tables/ordered-sums.ts";

const TOP_STOCKS = 20;
const MOVERS = 10;
/** Sessions that a mean volume is over, and the fewest that make one: as average_daily_volume_20d of a stock. */
const VOLUME_SESSIONS = 20;
const LEAST_SESSIONS = 5;

/** SQL for the columns that every listed stock has: `line` is its row of the changes. */
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

/** `reports`, `report_stocks`, `report_movers` and `report_industries`: the figures of every report. */
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
  CASE WHEN count(*) OVER newest >= ${LEAST_SESSIONS} THEN avg(volume) OVER newest END AS mean_volume
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
