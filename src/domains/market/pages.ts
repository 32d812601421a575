import {
  type FrameColumn,
  framePages,
  groupStarts,
  queryColumns,
  rowsByGroup,
} from "../../snapshot/pages/frame-pages.ts";
import type { PageSet } from "../../snapshot/pages/page-set.ts";
import type { QueryResults } from "../../snapshot/pages/query-results.ts";

const PRODUCT_NAMES = `
SELECT product_name, (row_number() OVER (ORDER BY product_name) - 1)::INTEGER AS number
FROM (SELECT DISTINCT coalesce(product_name, '') AS product_name FROM main.short_positions)`;

/** Rows in the order of a market day: percent descending, nulls last, then code. */
const POSITION_ROWS = `
WITH names AS (${PRODUCT_NAMES})
SELECT days.number AS day, codes.number AS code, names.number AS name, short_percent AS percent,
  reported_short_positions AS short, total_product_in_issue AS issued
FROM main.short_positions
JOIN derived.market_days AS days USING (date)
JOIN derived.market_codes AS codes USING (stock_code)
JOIN names ON names.product_name = coalesce(short_positions.product_name, '')
ORDER BY day, percent DESC NULLS LAST, code`;

/**
 * Short positions as columns. `days` are the day numbers of the reports; rows of day i start at
 * `day_starts[i]`, in market-day order. Rows of a code are `code_rows` from `code_starts[code]`, oldest
 * first; `code_days` index `days`.
 */
const POSITIONS = framePages({
  name: "market_positions",
  queries: {
    rows: POSITION_ROWS,
    names: `${PRODUCT_NAMES} ORDER BY number`,
    days: "SELECT date AS day FROM derived.market_days ORDER BY date",
    codes: "SELECT number FROM derived.market_codes",
  },
  columns: async function* (results) {
    const days = await results.numbers("days", ["day"]);
    const { number: codes } = await results.numbers("codes", ["number"]);
    const rows = await results.numbers("rows", ["day", "code", "name", "percent", "short", "issued"]);
    yield { name: "days", numbers: days.day };
    yield { name: "day_starts", numbers: groupStarts(rows.day, days.day.length) };
    for (const name of ["code", "name", "percent", "short", "issued"] as const)
      yield { name, numbers: rows[name] };
    const codeStarts = groupStarts(rows.code, codes.length);
    const codeRows = rowsByGroup(rows.code, codeStarts);
    yield { name: "code_starts", numbers: codeStarts };
    yield { name: "code_rows", numbers: codeRows };
    yield { name: "code_days", numbers: codeRows.map((row) => rows.day[row]) };
    yield { name: "names", texts: (await results.texts("names", ["product_name"])).product_name };
  },
});

/** Columns of rows sorted by the first one: those of group g start at `starts[g]`, oldest first. */
async function* groupedColumns(
  results: QueryResults,
  groups: number,
): AsyncGenerator<FrameColumn, void, void> {
  const [group, ...others] = (await results.columnsOf("rows")).map(({ name }) => name);
  const { [group]: numbers } = await results.numbers("rows", [group]);
  yield { name: "starts", numbers: groupStarts(numbers, groups) };
  yield* queryColumns(results, "rows", others);
}

const PRICE_ROWS = `
SELECT codes.number AS code, date AS day, open, high, low, close, coalesce(adjusted_close, close) AS adjusted_close, volume
FROM main.stock_prices
JOIN derived.market_codes AS codes USING (stock_code)
ORDER BY code, day`;

/** Prices as columns; those of a code start at `starts[code]`, oldest first. */
const PRICES = framePages({
  name: "market_prices",
  queries: { rows: PRICE_ROWS, codes: "SELECT number FROM derived.market_codes" },
  columns: async function* (results) {
    const { number: codes } = await results.numbers("codes", ["number"]);
    yield* groupedColumns(results, codes.length);
  },
});

const SECURITY_ROWS = `
SELECT
  codes.stock_code AS code, company_name, industry, sector, to_json(tags)::VARCHAR AS tags, logo_url, summary,
  (companies.stock_code IS NOT NULL)::INTEGER AS is_company,
  CASE WHEN regexp_full_match(market_cap, '[0-9.]+') THEN try_cast(market_cap AS DOUBLE) END AS market_cap,
  pe_ratio, dividend_yield
FROM derived.market_codes AS codes
LEFT JOIN main.companies AS companies ON companies.stock_code = codes.stock_code
ORDER BY codes.number`;

const HISTORY = `
SELECT
  codes.number AS history_code, observed_from AS history_day, industry AS history_industry, source AS history_source
FROM main.industry_history
JOIN derived.market_codes AS codes USING (stock_code)
ORDER BY history_code, history_day`;

/** Company data and screener inputs by code number, and the history of industries. */
const SECURITIES = framePages({
  name: "market_securities",
  queries: {
    rows: SECURITY_ROWS,
    inputs: "SELECT * EXCLUDE (number) FROM derived.screener_inputs ORDER BY number",
    history: HISTORY,
  },
});

const DEFINITIONS = `
SELECT index_code AS codes, name, return_type, currency FROM main.index_definitions ORDER BY index_code`;

const INDEX_ROWS = `
SELECT numbered.number AS code, date AS day, open, high, low, close, volume
FROM main.index_prices
JOIN (
  SELECT index_code, row_number() OVER (ORDER BY index_code) - 1 AS number FROM main.index_definitions
) AS numbered USING (index_code)
ORDER BY code, day`;

/** Indices as columns; sessions of index i start at `starts[i]`, oldest first. */
const INDICES = framePages({
  name: "market_indices",
  queries: { definitions: DEFINITIONS, rows: INDEX_ROWS },
  columns: async function* (results) {
    const { codes } = await results.texts("definitions", ["codes"]);
    yield* queryColumns(results, "definitions");
    yield* groupedColumns(results, codes.length);
  },
});

export const MARKET_PAGES: readonly PageSet[] = [POSITIONS, PRICES, SECURITIES, INDICES];
