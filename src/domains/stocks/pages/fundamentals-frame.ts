import { framePages } from "../../../snapshot/pages/frame-pages.ts";

const source = (row: string) =>
  `CASE WHEN ${row}.source_document_url IS NULL THEN 'vendor' ELSE 'filing' END`;
const share = (figure: string) => `CASE WHEN year.revenue > 0 THEN year.${figure} / year.revenue * 100 END`;

/** The newest period of each type, and of twelve months whichever kind ends last, a financial year before others. */
const ROWS = `
WITH periods AS (
  SELECT *, row_number() OVER (PARTITION BY stock_code, period_type ORDER BY period_end DESC) AS place
  FROM main.fundamentals_periods
),
years AS (
  SELECT *, row_number() OVER (PARTITION BY stock_code ORDER BY period_end DESC, period_type) AS nth
  FROM main.fundamentals_periods WHERE period_type IN ('annual', 'ttm')
)
SELECT
  (growth.stock_code IS NOT NULL)::INTEGER AS has_periods,
  CASE WHEN has_revenue_yoy THEN revenue_yoy_pct END AS revenue_yoy,
  CASE WHEN has_eps_yoy THEN eps_yoy_pct END AS eps_yoy,
  CASE WHEN has_eps_ttm AND coalesce(ttm.currency, '') = 'AUD' THEN growth.eps_ttm END AS eps_ttm,
  net_income_positive::INTEGER AS net_income_positive,
  ${share("net_income")} AS net_margin,
  CASE WHEN year.total_equity > 0 THEN year.net_income / year.total_equity * 100 END AS roe,
  ${share("free_cash_flow")} AS fcf_margin,
  CASE WHEN year.ebitda > 0 THEN
    (year.total_debt - coalesce(year.capital_lease_obligations, 0) - year.cash_and_equivalents) / year.ebitda
  END AS net_debt_to_ebitda,
  CASE WHEN has_revenue_yoy THEN revenue_basis_period_type END AS revenue_basis,
  CASE WHEN has_revenue_yoy THEN strftime(revenue.period_end, '%Y-%m-%d') END AS revenue_end,
  CASE WHEN has_revenue_yoy THEN ${source("revenue")} END AS revenue_source,
  CASE WHEN has_eps_yoy THEN basis_period_type END AS eps_basis,
  CASE WHEN has_eps_yoy THEN latest_period_end END AS eps_end,
  CASE WHEN has_eps_yoy THEN ${source("eps")} END AS eps_source,
  nullif(year.currency, 'XXX') AS currency,
  strftime(year.fetched_at, '%Y-%m-%dT%H:%M:%SZ') AS fetched_at
FROM derived.market_codes AS codes
LEFT JOIN serve.fundamentals_growth AS growth USING (stock_code)
LEFT JOIN periods AS revenue
  ON revenue.stock_code = codes.stock_code AND revenue.period_type = revenue_basis_period_type AND revenue.place = 1
LEFT JOIN main.fundamentals_periods AS eps
  ON eps.stock_code = codes.stock_code AND eps.period_type = basis_period_type
    AND strftime(eps.period_end, '%Y-%m-%d') = latest_period_end
LEFT JOIN periods AS ttm ON ttm.stock_code = codes.stock_code AND ttm.period_type = 'ttm' AND ttm.place = 1
LEFT JOIN years AS year ON year.stock_code = codes.stock_code AND year.nth = 1
ORDER BY codes.number`;

/** What strategies compare of reported periods, a place a code of the market. */
export const FUNDAMENTALS_FRAME = framePages({
  name: "stock_fundamentals",
  queries: { rows: ROWS },
});
