import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

export function served(name: string, query: string, orderBy = "stock_code, place"): Aggregate {
  return sqlAggregate(name, [{ name, orderBy }], `CREATE OR REPLACE TABLE serve.${name} AS ${query};`);
}

/** SQL: a date as YYYY-MM-DD; null stays null. */
export function dayText(date: string): string {
  return `strftime(${date}, '%Y-%m-%d')`;
}

const FIGURES = ["period_end", "currency", "revenue", "net_income", "eps_basic", "eps_diluted"];

/** Rows of a period type; `_eps` ones only with diluted earnings. */
const SERIES = ["annual", "annual_eps", "ttm", "ttm_eps", "half"];

const row = (alias: string) => `{${FIGURES.map((f) => `'${f}': ${alias}.${f}`).join(", ")}}`;

/**
 * SQL CTE `by_stock`: for each series its last row, the row a year before and the row a year before that, as
 * structs `a`, `b`, `c`. All series are one relation until the end: setup takes longer than so few rows.
 */
const BY_STOCK = `
series_rows AS (
  SELECT stock_code, ${FIGURES.join(", ")}, 12 * year(period_end) + month(period_end) AS month_number, unnest(
    CASE WHEN eps_diluted IS NULL THEN [period_type] ELSE [period_type, period_type || '_eps'] END
  ) AS series
  FROM main.fundamentals_periods
),
-- The newest row that ends 10 to 14 calendar months earlier.
pairs AS (
  SELECT later.series, later.stock_code, later.period_end, max(earlier.period_end) AS before_end
  FROM series_rows AS later
  JOIN series_rows AS earlier
    ON later.series = earlier.series AND later.stock_code = earlier.stock_code
    AND later.month_number - earlier.month_number BETWEEN 10 AND 14
  GROUP BY ALL
),
by_series AS (
  SELECT series, a.stock_code, { a: ${row("a")}, b: ${row("b")}, c: ${row("c")} } AS years
  FROM (SELECT series, stock_code, max(period_end) AS period_end FROM series_rows GROUP BY ALL) AS newest
  JOIN series_rows AS a USING (series, stock_code, period_end)
  LEFT JOIN pairs AS ab USING (series, stock_code, period_end)
  LEFT JOIN series_rows AS b
    ON b.series = a.series AND b.stock_code = a.stock_code AND b.period_end = ab.before_end
  LEFT JOIN pairs AS bc
    ON bc.series = a.series AND bc.stock_code = a.stock_code AND bc.period_end = b.period_end
  LEFT JOIN series_rows AS c
    ON c.series = a.series AND c.stock_code = a.stock_code AND c.period_end = bc.before_end
),
by_stock AS (
  SELECT stock_code, ${SERIES.map((name) => `any_value(years) FILTER (series = '${name}') AS ${name}`).join(", ")}
  FROM by_series
  GROUP BY stock_code
)`;

/** SQL: growth in percent between structs; null unless the earlier figure is above 0 in the same currency. */
function rate(name: string, figure: string, later: string, earlier: string): string {
  const [to, from] = [`${name}.${later}`, `${name}.${earlier}`];
  return `CASE WHEN ${from}.${figure} > 0 AND ${to}.currency = ${from}.currency
    THEN (${to}.${figure} - ${from}.${figure}) / ${from}.${figure} * 100 END`;
}

/** SQL: growth of half-year earnings, diluted if both halves have them, else basic. */
function halfEarnings(later: string, earlier: string): string {
  return `CASE WHEN half.${later}.eps_diluted IS NOT NULL AND half.${earlier}.eps_diluted IS NOT NULL
    THEN ${rate("half", "eps_diluted", later, earlier)} ELSE ${rate("half", "eps_basic", later, earlier)} END`;
}

const value = (name: string, sql: string) => `${sql} AS ${name}, ${sql} IS NOT NULL AS has_${name}`;
const percent = (name: string, sql: string) => `${sql} AS ${name}_pct, ${sql} IS NOT NULL AS has_${name}`;

/** `serve.fundamentals_growth`: the fields of FundamentalsGrowth for every code with a stored period. */
export const FUNDAMENTALS_GROWTH = served(
  "fundamentals_growth",
  `
WITH ${BY_STOCK},
stored AS (
  SELECT stock_code, count(*)::INTEGER AS periods_available FROM main.fundamentals_periods GROUP BY stock_code
),
rates AS (
  SELECT
    stored.*,
    annual.a AS newest_annual,
    annual_eps.a AS newest_annual_eps,
    ttm.a AS newest_ttm,
    ttm_eps.a AS newest_ttm_eps,
    half.a AS newest_half,
    ${rate("annual", "revenue", "a", "b")} AS annual_revenue,
    ${rate("annual", "revenue", "b", "c")} AS annual_revenue_prior,
    ${rate("half", "revenue", "a", "b")} AS half_revenue,
    ${rate("half", "revenue", "b", "c")} AS half_revenue_prior,
    ${rate("annual_eps", "eps_diluted", "a", "b")} AS annual_earnings,
    ${rate("annual_eps", "eps_diluted", "b", "c")} AS annual_earnings_prior,
    ${rate("ttm_eps", "eps_diluted", "a", "b")} AS ttm_earnings,
    ${rate("ttm_eps", "eps_diluted", "b", "c")} AS ttm_earnings_prior,
    ${halfEarnings("a", "b")} AS half_earnings,
    ${halfEarnings("b", "c")} AS half_earnings_prior,
    CASE
      WHEN ttm_eps.b.period_end IS NOT NULL
        AND (annual_eps.a.period_end IS NULL OR ttm_eps.a.period_end >= annual_eps.a.period_end) THEN 'ttm'
      ELSE 'annual'
    END AS long_basis
  FROM stored
  LEFT JOIN by_stock USING (stock_code)
),
bases AS (
  SELECT
    *,
    CASE
      WHEN half_revenue IS NOT NULL
        AND (newest_annual.period_end IS NULL OR newest_half.period_end > newest_annual.period_end) THEN 'half'
      ELSE 'annual'
    END AS revenue_basis,
    CASE
      WHEN half_earnings IS NOT NULL
        AND newest_half.period_end > coalesce(
          CASE long_basis WHEN 'ttm' THEN newest_ttm_eps.period_end ELSE newest_annual_eps.period_end END,
          DATE '0001-01-01'
        ) THEN 'half'
      ELSE long_basis
    END AS basis
  FROM rates
),
chosen AS (
  SELECT
    *,
    CASE basis
      WHEN 'half' THEN newest_half.period_end
      WHEN 'ttm' THEN newest_ttm_eps.period_end
      ELSE coalesce(
        newest_annual_eps.period_end, newest_annual.period_end, newest_ttm.period_end, newest_half.period_end
      )
    END AS latest_end,
    CASE revenue_basis WHEN 'half' THEN half_revenue ELSE annual_revenue END AS revenue_yoy,
    CASE revenue_basis WHEN 'half' THEN half_revenue_prior ELSE annual_revenue_prior END AS revenue_yoy_prior,
    CASE basis WHEN 'half' THEN half_earnings WHEN 'ttm' THEN ttm_earnings ELSE annual_earnings END AS eps_yoy,
    CASE basis
      WHEN 'half' THEN half_earnings_prior WHEN 'ttm' THEN ttm_earnings_prior ELSE annual_earnings_prior
    END AS eps_yoy_prior
  FROM bases
)
SELECT
  stock_code,
  basis AS basis_period_type,
  ${dayText("latest_end")} AS latest_period_end,
  ${["revenue_yoy", "revenue_yoy_prior", "eps_yoy", "eps_yoy_prior"].map((name) => percent(name, name)).join(",\n  ")},
  coalesce(newest_annual.net_income > 0, false) AS net_income_positive,
  periods_available,
  ${value("revenue_ttm", "newest_ttm.revenue")},
  ${value("net_income_ttm", "newest_ttm.net_income")},
  ${value("eps_ttm", "newest_ttm.eps_diluted")},
  revenue_basis AS revenue_basis_period_type,
  ${percent("revenue_half_yoy", "half_revenue")},
  ${percent("eps_half_yoy", "half_earnings")},
  ${dayText("newest_half.period_end")} AS half_latest_period_end
FROM chosen`,
  "stock_code",
);
