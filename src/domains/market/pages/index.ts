import { framePages, groupStarts } from "../../../snapshot/pages/frame-pages.ts";
import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { INDICES } from "./indices.ts";
import { POSITIONS } from "./positions.ts";
import { SECURITIES } from "./securities.ts";

const ROWS = `
SELECT codes.number AS code, date AS day, open, high, low, close, coalesce(adjusted_close, close) AS adjusted_close, volume
FROM main.stock_prices
JOIN derived.market_codes AS codes USING (stock_code)
ORDER BY code, day`;

/** Prices as columns: those of a code are from `starts[code]`, oldest first. */
const PRICES = framePages({
  name: "market_prices",
  queries: { rows: ROWS, codes: "SELECT number FROM derived.market_codes" },
  columns: async function* (results) {
    const names = ["code", "day", "open", "high", "low", "close", "adjusted_close", "volume"] as const;
    const { code, ...rows } = await results.numbers("rows", names);
    const { number: codes } = await results.numbers("codes", ["number"]);
    yield { name: "starts", numbers: groupStarts(code, codes.length) };
    for (const [name, numbers] of Object.entries(rows)) yield { name, numbers };
  },
});

export const MARKET_PAGES: readonly PageSet[] = [POSITIONS, PRICES, SECURITIES, INDICES];
