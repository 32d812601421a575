import { readNumbers } from "../../../snapshot/build/read-numbers.ts";
import { framePages } from "../../../snapshot/pages/frame-pages.ts";
import { groupStarts } from "./grouped-rows.ts";

const DEFINITIONS = `
SELECT index_code AS code, name, return_type, currency FROM index_definitions ORDER BY index_code`;

const ROWS = `
SELECT numbered.number AS code, date AS day, open, high, low, close, volume
FROM index_prices
JOIN (
  SELECT index_code, row_number() OVER (ORDER BY index_code) - 1 AS number FROM index_definitions
) AS numbered USING (index_code)
ORDER BY code, day`;

/** Indices as columns: sessions of index i stand from `starts[i]`, oldest first. */
export const INDICES = framePages({
  name: "market_indices",
  columns: async function* (db) {
    const definitions = (await db.columns(DEFINITIONS)) as Record<string, string[]>;
    const codes = definitions.code ?? [];
    yield { name: "codes", texts: codes };
    for (const name of ["name", "return_type", "currency"]) yield { name, texts: definitions[name] ?? [] };
    const names = ["code", "day", "open", "high", "low", "close", "volume"] as const;
    const { code, ...rows } = await readNumbers(db, ROWS, names);
    yield { name: "starts", numbers: groupStarts(code, codes.length) };
    for (const [name, numbers] of Object.entries(rows)) yield { name, numbers };
  },
});
