import { framePages, numberColumns, textColumns } from "../../../snapshot/pages/frame-pages.ts";
import { SCREENER_INPUT_COLUMNS } from "../aggregates/screener-inputs.ts";

const TEXTS = ["code", "company_name", "industry", "sector", "tags", "logo_url", "summary"] as const;
const NUMBERS = ["is_company", "market_cap", "pe_ratio", "dividend_yield"] as const;

const ROWS = `
SELECT
  codes.stock_code AS code, company_name, industry, sector, to_json(tags)::VARCHAR AS tags, logo_url, summary,
  (companies.stock_code IS NOT NULL)::INTEGER AS is_company,
  CASE WHEN regexp_full_match(market_cap, '[0-9.]+') THEN try_cast(market_cap AS DOUBLE) END AS market_cap,
  pe_ratio, dividend_yield
FROM derived.market_codes AS codes
LEFT JOIN main.companies AS companies ON companies.stock_code = codes.stock_code
ORDER BY codes.number`;

const HISTORY = `
SELECT codes.number AS code, observed_from AS day, industry, source
FROM main.industry_history
JOIN derived.market_codes AS codes USING (stock_code)
ORDER BY code, day`;

/** What is known of each code next to its positions and prices, a place a code; and how industries changed. */
export const SECURITIES = framePages({
  name: "market_securities",
  queries: {
    rows: ROWS,
    inputs: "SELECT * FROM derived.screener_inputs ORDER BY number",
    history: HISTORY,
  },
  columns: async function* (results) {
    yield* textColumns(results, "rows", TEXTS);
    yield* numberColumns(results, "rows", NUMBERS);
    yield* numberColumns(results, "inputs", SCREENER_INPUT_COLUMNS);
    const history = await results.numbers("history", ["code", "day"]);
    yield { name: "history_code", numbers: history.code };
    yield { name: "history_day", numbers: history.day };
    const texts = await results.texts("history", ["industry", "source"]);
    yield { name: "history_industry", texts: texts.industry };
    yield { name: "history_source", texts: texts.source };
  },
});
