import type { Searchable } from "../domain.ts";

export const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "stock",
    sql: `
SELECT
  stock_code AS id, coalesce(company_name, stock_code) AS title, industry AS detail, stock_code AS names,
  concat_ws(' ', industry, array_to_string(tags, ' ')) AS words,
  TRY_CAST(market_cap AS DOUBLE) AS weight
FROM main.companies
UNION ALL
-- Without companies, what is reported short is known by the regulator's name for it.
SELECT
  stock_code, regexp_replace(arg_max(product_name, date), ' ORDINARY$', ''), 'reported short', stock_code, '',
  arg_max(short_percent, date)
FROM main.short_positions
WHERE NOT EXISTS (SELECT 1 FROM main.companies)
GROUP BY stock_code`,
  },
];
