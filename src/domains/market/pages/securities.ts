import { readNumbers } from "../../../snapshot/build/read-numbers.ts";
import type { BuildDatabase } from "../../../snapshot/build/write-tables.ts";
import { type FrameColumn, framePages } from "../../../snapshot/pages/frame-pages.ts";
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
LEFT JOIN companies ON companies.stock_code = codes.stock_code
ORDER BY codes.number`;

const HISTORY = `
SELECT codes.number AS code, observed_from AS day, industry, source
FROM industry_history
JOIN derived.market_codes AS codes USING (stock_code)
ORDER BY code, day`;

/** What is known of each code beside its positions and prices, a place a code; and how industries changed. */
export const SECURITIES = framePages({
  name: "market_securities",
  columns: async function* (db) {
    yield* texts(db, ROWS, TEXTS);
    yield* numbers(db, ROWS, NUMBERS);
    const inputs = `SELECT * FROM derived.screener_inputs ORDER BY number`;
    yield* numbers(db, inputs, SCREENER_INPUT_COLUMNS);
    const history = await readNumbers(db, HISTORY, ["code", "day"]);
    yield { name: "history_code", numbers: history.code };
    yield { name: "history_day", numbers: history.day };
    for await (const { name, texts: values } of texts(db, HISTORY, ["industry", "source"]))
      yield { name: `history_${name}`, texts: values };
  },
});

async function* numbers(
  db: BuildDatabase,
  sql: string,
  names: readonly string[],
): AsyncGenerator<FrameColumn, void, void> {
  const columns = await readNumbers(db, sql, names);
  for (const name of names) yield { name, numbers: columns[name] };
}

async function* texts(
  db: BuildDatabase,
  sql: string,
  names: readonly string[],
): AsyncGenerator<{ name: string; texts: readonly string[] }, void, void> {
  const columns = await db.columns(sql);
  for (const name of names) {
    const values = (columns[name] ?? []) as (string | null)[];
    yield { name, texts: values.map((value) => value ?? "") };
  }
}
