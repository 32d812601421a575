import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { dayOf, dayText } from "./day-text.ts";

/** `serve.director_trades`: trades in the words of their message, newest first. */
export const DIRECTOR_TRADES_SERVED: Aggregate = sqlAggregate(
  "director_trades",
  [{ name: "director_trades", orderBy: "stock_code, place" }],
  `
CREATE OR REPLACE TABLE serve.director_trades AS
SELECT
  row_number() OVER (PARTITION BY stock_code ORDER BY director_trades.trade_date DESC, id) AS place,
  id, stock_code, director_name, trade_type, round(shares) AS shares_traded, price AS price_per_share, total_value,
  ${dayText("director_trades.trade_date")} AS trade_date,
  announcement_url
FROM main.director_trades;
`,
);

/** `serve.dividends`: those that were declared, newest ex-date first. */
export const DIVIDENDS_SERVED: Aggregate = sqlAggregate(
  "dividends",
  [{ name: "dividends", orderBy: "stock_code, place" }],
  `
CREATE OR REPLACE TABLE serve.dividends AS
SELECT
  row_number() OVER (PARTITION BY stock_code ORDER BY dividends.ex_date DESC, dividend_type, id) AS place,
  ${dayOf("dividends.ex_date")} AS ex_day,
  id, stock_code,
  ${dayText("dividends.ex_date")} AS ex_date,
  ${dayText("dividends.payment_date")} AS payment_date,
  amount_per_share, franking_percentage, dividend_type
FROM main.dividends
WHERE is_declared;
`,
);

/** `serve.stock_signals`: findings in the order of an answer, by code and polarity. */
export const STOCK_SIGNALS_SERVED: Aggregate = sqlAggregate(
  "stock_signals",
  [{ name: "stock_signals", orderBy: "stock_code, polarity, place" }],
  `
CREATE OR REPLACE TABLE serve.stock_signals AS
SELECT
  stock_code,
  row_number() OVER (
    PARTITION BY stock_code, polarity
    ORDER BY list_position(['high', 'medium', 'low'], severity), confidence DESC, fetched_at DESC, id
  ) AS place,
  polarity, kind, headline, detail, event_date, severity, confidence, citations
FROM main.stock_signals;
`,
);

/** `serve.report_highlights`: reports that something was read out of, newest first. */
export const REPORT_HIGHLIGHTS: Aggregate = sqlAggregate(
  "report_highlights",
  [{ name: "report_highlights", orderBy: "stock_code, place" }],
  `
CREATE OR REPLACE TABLE serve.report_highlights AS
SELECT
  stock_code,
  row_number() OVER (PARTITION BY stock_code ORDER BY date DESC NULLS LAST, id) AS place,
  title AS report_title, type AS report_type, ${dayText("date")} AS report_date,
  CAST(metrics AS VARCHAR) AS metrics, digest, confidence
FROM main.company_reports
WHERE metrics IS NOT NULL OR digest IS NOT NULL;
`,
);

/** `serve.company_tax`: the yearly figures of the entity behind each code, oldest first. */
export const COMPANY_TAX: Aggregate = sqlAggregate(
  "company_tax",
  [{ name: "company_tax", orderBy: "stock_code, income_year" }],
  `
CREATE OR REPLACE TABLE serve.company_tax AS
WITH surest AS (
  SELECT DISTINCT ON (stock_code) stock_code, abn
  FROM main.entity_codes
  ORDER BY stock_code, confidence DESC, abn
)
SELECT
  stock_code, abn, entity_name, source,
  income_year, total_income,
  taxable_income IS NOT NULL AS has_taxable_income, taxable_income,
  tax_payable IS NOT NULL AS has_tax_payable, tax_payable
FROM surest
JOIN main.corporate_tax USING (abn);
`,
);
