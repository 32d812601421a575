import { framePages, groupStarts } from "../../../snapshot/pages/frame-pages.ts";

const DEFINITIONS = `
SELECT index_code AS code, name, return_type, currency FROM main.index_definitions ORDER BY index_code`;

const ROWS = `
SELECT numbered.number AS code, date AS day, open, high, low, close, volume
FROM main.index_prices
JOIN (
  SELECT index_code, row_number() OVER (ORDER BY index_code) - 1 AS number FROM main.index_definitions
) AS numbered USING (index_code)
ORDER BY code, day`;

const TEXTS = ["code", "name", "return_type", "currency"] as const;

/** Indices as columns: sessions of index i are from `starts[i]`, oldest first. */
export const INDICES = framePages({
  name: "market_indices",
  queries: { definitions: DEFINITIONS, rows: ROWS },
  columns: async function* (results) {
    const { code: codes, ...texts } = await results.texts("definitions", TEXTS);
    yield { name: "codes", texts: codes };
    for (const [name, values] of Object.entries(texts)) yield { name, texts: values };
    const names = ["code", "day", "open", "high", "low", "close", "volume"] as const;
    const { code, ...rows } = await results.numbers("rows", names);
    yield { name: "starts", numbers: groupStarts(code, codes.length) };
    for (const [name, numbers] of Object.entries(rows)) yield { name, numbers };
  },
});
