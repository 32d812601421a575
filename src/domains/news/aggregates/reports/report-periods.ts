import { type Aggregate, sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/**
 * SQL condition on a row of `short_positions`: an ordinary share. Funds, notes with a coupon, long codes, products in
 * deferred settlement and issues below 5 million shares are not.
 */
export const IS_ORDINARY = `(
    short_percent IS NOT NULL
    AND NOT regexp_matches(product_name, 'ETF\\b', 'i')
    AND NOT regexp_matches(product_name, '[0-9]+([.][0-9]+)?\\s*%')
    AND length(stock_code) <= 4
    AND product_name NOT ILIKE '%deferred%'
    AND coalesce(total_product_in_issue, 0) NOT BETWEEN 1 AND 4999999
  )`;

/** Kinds of periods: how a date becomes a slug, and a number that grows by one from each to the next. */
const KINDS = [
  ["weekly", "strftime(date, '%G-W%V')", "(date - DATE '1970-01-05') // 7"],
  ["monthly", "strftime(date, '%Y-%m')", "year(date) * 12 + month(date)"],
  ["yearly", "strftime(date, '%Y')", "year(date)"],
] as const;

/**
 * `derived.report_lines(report_type, number, slug, report_date, stock_code, pct, shares)`: the ordinary shares on the
 * newest date of every week, month and year; and `derived.report_periods`, those whose period before has a date too.
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
