import { readNumbers } from "../../../snapshot/build/read-numbers.ts";
import type { BuildDatabase } from "../../../snapshot/build/write-tables.ts";
import { framePages } from "../../../snapshot/pages/frame-pages.ts";
import { groupStarts, rowsByGroup } from "./grouped-rows.ts";

/** In the order of a market day: percent descending, missing ones last, then code. */
const ROWS = `
SELECT days.number AS day, codes.number AS code, names.number AS name, short_percent AS percent,
  reported_short_positions AS short, total_product_in_issue AS issued
FROM short_positions
JOIN derived.market_days AS days USING (date)
JOIN derived.market_codes AS codes USING (stock_code)
JOIN derived.product_names AS names ON names.product_name = coalesce(short_positions.product_name, '')
ORDER BY day, percent DESC NULLS LAST, code`;

const NAMES = `
CREATE OR REPLACE TABLE derived.product_names AS
SELECT product_name, (row_number() OVER (ORDER BY product_name) - 1)::INTEGER AS number
FROM (SELECT DISTINCT coalesce(product_name, '') AS product_name FROM short_positions)`;

/**
 * Short positions as columns: `days` are the day numbers of the reports; rows of day i stand from `day_starts[i]`, in
 * the order of a market day; those of a code are the rows `code_rows` from `code_starts[code]`, oldest first, with the
 * place of their day beside them.
 */
export const POSITIONS = framePages({
  name: "market_positions",
  columns: async function* (db) {
    await db.run(NAMES);
    const days = await readNumbers(db, "SELECT date AS day FROM derived.market_days ORDER BY date", ["day"]);
    const codeCount = await countOf(db, "derived.market_codes");
    const rows = await readNumbers(db, ROWS, ["day", "code", "name", "percent", "short", "issued"]);
    yield { name: "days", numbers: days.day };
    yield { name: "day_starts", numbers: groupStarts(rows.day, days.day.length) };
    for (const name of ["code", "name", "percent", "short", "issued"] as const)
      yield { name, numbers: rows[name] };
    const codeStarts = groupStarts(rows.code, codeCount);
    const codeRows = rowsByGroup(rows.code, codeStarts);
    yield { name: "code_starts", numbers: codeStarts };
    yield { name: "code_rows", numbers: codeRows };
    yield { name: "code_days", numbers: codeRows.map((row) => rows.day[row]) };
    const names = await db.columns("SELECT product_name FROM derived.product_names ORDER BY number");
    yield { name: "names", texts: (names.product_name ?? []) as string[] };
  },
});

async function countOf(db: BuildDatabase, table: string): Promise<number> {
  const [{ n }] = await db.rows<{ n: bigint }>(`SELECT count(*) AS n FROM ${table}`);
  return Number(n);
}
