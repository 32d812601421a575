import type { RawSchema } from "./raw-databases.ts";
import type { RawQuestion } from "./raw-questions.ts";

/** The market's raw rows, and two tables that the engine keeps precomputed: screener and newest rows. */
export const MARKET_SCHEMA: RawSchema = {
  tables: {
    short_positions: `stock_code varchar, date date, product_name varchar, reported_short_positions bigint,
      total_product_in_issue bigint, short_percent double precision`,
    companies: `stock_code varchar, company_name varchar, industry varchar, sector varchar, tags varchar,
      market_cap varchar, pe_ratio double precision, dividend_yield double precision, listing_date date, address varchar,
      summary varchar, website varchar, logo_url varchar`,
    bench_screener: `stock_code varchar, short_pct double precision, short_pct_change_4w double precision,
      price_change_1m double precision, days_to_cover double precision, pe_ratio double precision`,
    bench_newest: "stock_code varchar, names varchar, short_percent double precision",
  },
  primaryKeys: {
    short_positions: "stock_code, date",
    companies: "stock_code",
    bench_screener: "stock_code",
    bench_newest: "stock_code",
  },
  indexes: "CREATE INDEX ON short_positions (date, short_percent DESC, stock_code);",
};

const ORDINARY = `p.product_name NOT LIKE '%ETF%' AND position('%' IN p.product_name) = 0 AND length(p.stock_code) <= 4
  AND p.product_name NOT LIKE '%DEFERRED%' AND NOT (p.total_product_in_issue > 0 AND p.total_product_in_issue < 5000000)`;

export const MARKET_DAY: RawQuestion = {
  name: "market day, 50 rows",
  sql: `SELECT stock_code, short_percent FROM short_positions
WHERE date = $1::date AND short_percent > 0 ORDER BY short_percent DESC, stock_code LIMIT 50`,
};

export const TOP_SHORTS: RawQuestion = {
  name: "top 50 over a year",
  sql: `
WITH newest AS (
  SELECT p.*, row_number() OVER (PARTITION BY p.stock_code ORDER BY p.date DESC) AS place
  FROM short_positions p WHERE p.date > $1::date - INTERVAL '1 month' AND p.short_percent > 0
),
ranked AS (
  SELECT p.stock_code, p.short_percent FROM newest p WHERE p.place = 1 AND ${ORDINARY}
  ORDER BY p.short_percent DESC, p.stock_code LIMIT 50
)
SELECT p.stock_code, p.date::varchar AS day, p.short_percent
FROM ranked r JOIN short_positions p ON p.stock_code = r.stock_code
WHERE p.date > $1::date - INTERVAL '1 year' AND p.short_percent > 0
ORDER BY r.short_percent DESC, p.stock_code, p.date`,
};

export const TREE_MAP: RawQuestion = {
  name: "tree map, change over 3 months",
  sql: `
WITH in_window AS (
  SELECT p.stock_code, c.industry, p.date, p.short_percent, CASE WHEN ${ORDINARY} THEN 0 ELSE 1 END AS is_other,
    row_number() OVER (PARTITION BY p.stock_code ORDER BY p.date DESC) AS last_place
  FROM short_positions p JOIN companies c ON c.stock_code = p.stock_code
  WHERE p.date >= $1::date - INTERVAL '3 months' AND p.short_percent IS NOT NULL AND c.industry IS NOT NULL
),
ordinary AS (
  SELECT *, row_number() OVER (PARTITION BY stock_code ORDER BY date) AS first_place FROM in_window WHERE is_other = 0
),
changes AS (
  SELECT l.industry, l.stock_code, (l.short_percent - f.short_percent) / f.short_percent * 100 AS change
  FROM ordinary l JOIN ordinary f ON f.stock_code = l.stock_code AND f.first_place = 1
  WHERE l.last_place = 1 AND l.short_percent > 0 AND f.short_percent > 0
),
ranked AS (
  SELECT *, row_number() OVER (PARTITION BY industry ORDER BY change DESC, stock_code) AS place FROM changes
)
SELECT industry, stock_code, change FROM ranked WHERE place <= 10 ORDER BY industry, place`,
};

export const SCREEN: RawQuestion = {
  name: "screen by five ranges",
  sql: `SELECT stock_code, short_pct FROM bench_screener
WHERE short_pct >= 0.5 AND short_pct_change_4w <= 3 AND price_change_1m >= -20 AND price_change_1m <= 40
  AND days_to_cover >= 0.1 AND pe_ratio <= 40 AND $1::date IS NOT NULL
ORDER BY short_pct DESC, stock_code LIMIT 50`,
};

export const SEARCH: RawQuestion = {
  name: "search by name",
  sql: `SELECT stock_code FROM bench_newest
WHERE (lower(stock_code) LIKE '%group%' OR lower(names) LIKE '%group%') AND $1::date IS NOT NULL
ORDER BY CASE WHEN lower(stock_code) = 'group' THEN 100 WHEN lower(stock_code) LIKE '%group%' THEN 50 ELSE 20 END DESC,
  short_percent DESC, stock_code LIMIT 50`,
};
