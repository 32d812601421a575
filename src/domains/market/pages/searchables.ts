import type { Searchable } from "../../domain.ts";

export const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "stock",
    sql: `
SELECT
  stock_code AS id, coalesce(company_name, stock_code) AS title, industry AS detail, stock_code AS names,
  concat_ws(' ', industry, array_to_string(tags, ' ')) AS words,
  TRY_CAST(market_cap AS DOUBLE) AS weight
FROM main.companies`,
  },
];
