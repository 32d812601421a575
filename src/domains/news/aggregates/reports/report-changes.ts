import { type Aggregate, sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/** Periods that a change is compared with, and how many changes of them there must be. */
const COMPARED_PERIODS = 26;
const LEAST_CHANGES = 8;
/** A standard deviation below this is a rounding error of no variation. */
const NO_VARIATION = "1e-9";
const HISTORY_PERIODS = 12;

/**
 * `derived.report_changes`: each line with the percentages up to it, its change since the period before, how unusual that
 * is for the stock, and for how many periods it has gone on. Changes are rounded to what percentages are published with,
 * and more.
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
    WHEN earlier_changes >= ${LEAST_CHANGES} AND deviation > ${NO_VARIATION}
    THEN round((change - mean_change) / deviation, 4)
  END AS z_score,
  (
    place + 1
    - max(CASE WHEN turns THEN place END) OVER (PARTITION BY report_type, stock_code ORDER BY number)
  )::INTEGER AS streak
FROM spread;
`,
);
