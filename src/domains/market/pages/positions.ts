import { framePages, groupStarts, rowsByGroup } from "../../../snapshot/pages/frame-pages.ts";

/** The names of products, in the order of their numbers. */
const NAMES = `
SELECT product_name, (row_number() OVER (ORDER BY product_name) - 1)::INTEGER AS number
FROM (SELECT DISTINCT coalesce(product_name, '') AS product_name FROM main.short_positions)`;

/** In the order of a market day: percent descending, missing ones last, then code. */
const ROWS = `
WITH names AS (${NAMES})
SELECT days.number AS day, codes.number AS code, names.number AS name, short_percent AS percent,
  reported_short_positions AS short, total_product_in_issue AS issued
FROM main.short_positions
JOIN derived.market_days AS days USING (date)
JOIN derived.market_codes AS codes USING (stock_code)
JOIN names ON names.product_name = coalesce(short_positions.product_name, '')
ORDER BY day, percent DESC NULLS LAST, code`;

/**
 * Short positions as columns: `days` are the day numbers of the reports; rows of day i are from `day_starts[i]`, in
 * the order of a market day; those of a code are the rows `code_rows` from `code_starts[code]`, oldest first, with the
 * place of their day next to them.
 */
export const POSITIONS = framePages({
  name: "market_positions",
  queries: {
    rows: ROWS,
    names: `${NAMES} ORDER BY number`,
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
