import { readNumbers } from "../../../snapshot/build/read-numbers.ts";
import { framePages } from "../../../snapshot/pages/frame-pages.ts";
import { groupStarts } from "./grouped-rows.ts";

const ROWS = `
SELECT codes.number AS code, date AS day, open, high, low, close, coalesce(adjusted_close, close) AS adjusted_close, volume
FROM stock_prices
JOIN derived.market_codes AS codes USING (stock_code)
ORDER BY code, day`;

/** Prices as columns: those of a code stand from `starts[code]`, oldest first. */
export const PRICES = framePages({
  name: "market_prices",
  columns: async function* (db) {
    const names = ["code", "day", "open", "high", "low", "close", "adjusted_close", "volume"] as const;
    const { code, ...rows } = await readNumbers(db, ROWS, names);
    const [{ n }] = await db.rows<{ n: bigint }>("SELECT count(*) AS n FROM derived.market_codes");
    yield { name: "starts", numbers: groupStarts(code, Number(n)) };
    for (const [name, numbers] of Object.entries(rows)) yield { name, numbers };
  },
});
