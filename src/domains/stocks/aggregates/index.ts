import { FUNDAMENTALS_FIGURES } from "../../../dataset/tables/fundamentals.ts";
import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { dayText, FUNDAMENTALS_GROWTH, served } from "./fundamentals-growth.ts";

/** SQL: days since 1970-01-01, at least 0, as pages store them. */
function dayOf(date: string): string {
  return `greatest(0, ${date} - DATE '1970-01-01')`;
}

const PERIOD_FIGURES = FUNDAMENTALS_FIGURES.map(([name]) => `${name}, ${name} IS NOT NULL AS has_${name}`);

/**
 * `serve.fundamentals_periods`: the fields of every reported period; `place` orders those of a code by end
 * descending, then annual, half, quarter, ttm.
 */
const FUNDAMENTALS_PERIODS_SERVED = served(
  "fundamentals_periods",
  `
SELECT
  stock_code,
  row_number() OVER (PARTITION BY stock_code ORDER BY fundamentals_periods.period_end DESC, period_type) AS place,
  period_type,
  ${dayText("fundamentals_periods.period_end")} AS period_end,
  fiscal_year,
  -- Datasets have XXX for a currency that the source does not state.
  nullif(currency, 'XXX') AS currency,
  ${PERIOD_FIGURES.join(",\n  ")},
  source,
  strftime(fetched_at, '%Y-%m-%dT%H:%M:%SZ') AS fetched_at,
  source_document_url,
  ${dayText("fundamentals_periods.source_document_date")} AS source_document_date
FROM main.fundamentals_periods`,
);

/** `serve.director_trades`: the fields of every trade, newest first. */
const DIRECTOR_TRADES_SERVED = served(
  "director_trades",
  `
SELECT
  row_number() OVER (PARTITION BY stock_code ORDER BY director_trades.trade_date DESC, id) AS place,
  id, stock_code, director_name, trade_type, round(shares) AS shares_traded, price AS price_per_share, total_value,
  ${dayText("director_trades.trade_date")} AS trade_date,
  announcement_url
FROM main.director_trades`,
);

/** `serve.dividends`: declared ones, newest ex-date first. */
const DIVIDENDS_SERVED = served(
  "dividends",
  `
SELECT
  row_number() OVER (PARTITION BY stock_code ORDER BY dividends.ex_date DESC, dividend_type, id) AS place,
  ${dayOf("dividends.ex_date")} AS ex_day,
  id, stock_code,
  ${dayText("dividends.ex_date")} AS ex_date,
  ${dayText("dividends.payment_date")} AS payment_date,
  amount_per_share, franking_percentage, dividend_type
FROM main.dividends
WHERE is_declared`,
);

/** `serve.stock_signals`: in response order, by code and polarity. */
const STOCK_SIGNALS_SERVED = served(
  "stock_signals",
  `
SELECT
  stock_code,
  row_number() OVER (
    PARTITION BY stock_code, polarity
    ORDER BY list_position(['high', 'medium', 'low'], severity), confidence DESC, fetched_at DESC, id
  ) AS place,
  polarity, kind, headline, detail, event_date, severity, confidence, citations
FROM main.stock_signals`,
  "stock_code, polarity, place",
);

/** `serve.report_highlights`: reports with extracted metrics or a digest, newest first. */
const REPORT_HIGHLIGHTS = served(
  "report_highlights",
  `
SELECT
  stock_code,
  row_number() OVER (PARTITION BY stock_code ORDER BY date DESC NULLS LAST, id) AS place,
  title AS report_title, type AS report_type, ${dayText("date")} AS report_date,
  CAST(metrics AS VARCHAR) AS metrics, digest, confidence
FROM main.company_reports
WHERE metrics IS NOT NULL OR digest IS NOT NULL`,
);

/** `serve.company_tax`: the yearly figures of the entity behind each code, oldest first. */
const COMPANY_TAX = served(
  "company_tax",
  `
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
JOIN main.corporate_tax USING (abn)`,
  "stock_code, income_year",
);

/** `serve.stock_people` by name and `serve.similar_companies` by similarity, per code. */
const COMPANY_GRAPH = sqlAggregate(
  "company_graph",
  [
    { name: "stock_people", orderBy: "stock_code, place" },
    { name: "similar_companies", orderBy: "subject_code, place" },
  ],
  `
CREATE OR REPLACE TABLE serve.stock_people AS
WITH everywhere AS (
  SELECT person_id, list_sort(list(DISTINCT stock_code)) AS codes
  FROM main.company_people
  WHERE person_id IS NOT NULL
  GROUP BY person_id
)
SELECT
  stock_code,
  row_number() OVER (PARTITION BY stock_code ORDER BY name, role NULLS LAST, id) AS place,
  name, role, image_url, linkedin_url,
  list_filter(coalesce(codes, []), lambda code: code <> stock_code) AS also_at
FROM main.company_people
LEFT JOIN everywhere USING (person_id)
WHERE name IS NOT NULL;

CREATE OR REPLACE TABLE serve.similar_companies AS
SELECT
  likeness.stock_code AS subject_code,
  row_number() OVER (PARTITION BY likeness.stock_code ORDER BY similarity DESC, other_code) AS place,
  other_code AS stock_code, company_name, industry, similarity
FROM main.company_similarities AS likeness
LEFT JOIN main.companies AS companies ON companies.stock_code = other_code
WHERE other_code <> likeness.stock_code;
`,
);

/** Maximum events of a response, and days before the dataset's as-of. */
const MAX_EVENTS = 200;
const DAYS = 366;

/** Minimum rise of the short position, in percentage points, that is an event. */
const SPIKE_POINTS = 1;

/**
 * `serve.stock_events`: events of each code, newest first; within a day announcements, director trades, short
 * jumps, news (a story once), then by title. Rises are rounded to 9 decimals: from 2.4 to 3.4 is one point.
 */
const STOCK_EVENTS = served(
  "stock_events",
  `
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
WHERE place <= ${MAX_EVENTS}`,
);

export const STOCK_AGGREGATES: readonly Aggregate[] = [
  FUNDAMENTALS_PERIODS_SERVED,
  FUNDAMENTALS_GROWTH,
  REPORT_HIGHLIGHTS,
  DIRECTOR_TRADES_SERVED,
  DIVIDENDS_SERVED,
  COMPANY_GRAPH,
  STOCK_EVENTS,
  STOCK_SIGNALS_SERVED,
  COMPANY_TAX,
];
