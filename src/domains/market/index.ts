import type { Domain, Searchable } from "../domain.ts";
import type { Export } from "../export.ts";
import { SAMPLES } from "./samples.ts";

const POSITIONS = ["short_positions"];
const FLAGS = {
  include_zero: { doc: "true includes positions of 0.", example: "true" },
  ordinary_only: { doc: "true returns ordinary shares only.", example: "true" },
};

const EXPORTS: readonly Export[] = [
  {
    path: "shorts/:date",
    title: "Short positions of a day",
    doc: "A row a security that was reported on the day, in the order of GetMarketByDate: percent descending, then code. Rows without a percentage are left out.",
    tables: POSITIONS,
    key: { doc: "A date with a report (GetAvailableDates lists them), or latest.", example: "latest" },
    parameters: { ...FLAGS, limit: { doc: "Most rows.", example: "100" } },
    load: async () => (await import("./panel/export-positions.ts")).shortsFile,
  },
  {
    path: "panel",
    title: "Short positions of a range of dates",
    doc: "Every position of the range by date, then code; from and to are required. Rows without a percentage are left out.",
    tables: POSITIONS,
    parameters: {
      from: { doc: "First date, YYYY-MM-DD; required.", example: "2026-11-02" },
      to: { doc: "Last date, at most 10,950 days later; required.", example: "2026-11-06" },
      codes: { doc: "Codes with commas between; all of them unless given.", example: "BHP,CBA" },
      as_of: { doc: "Only rows already published on this date.", example: "2026-11-10" },
      ...FLAGS,
    },
    load: async () => (await import("./panel/export-positions.ts")).panelFile,
  },
];

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
-- Without companies, securities have the product names of the short position reports.
SELECT
  stock_code, regexp_replace(arg_max(product_name, date), ' ORDINARY$', ''), 'reported short', stock_code, '',
  arg_max(short_percent, date)
FROM main.short_positions
WHERE NOT EXISTS (SELECT 1 FROM main.companies)
GROUP BY stock_code`,
  },
];

/** Short positions, prices and indices by day: MarketService and ScreenerService. */
export const market: Domain = {
  name: "market",
  samples: SAMPLES,
  exports: EXPORTS,
  searchables: SEARCHABLES,
  sharedColumns: ["market_positions", "market_prices", "market_securities", "market_indices"],
  aggregates: async () => (await import("./aggregates/index.ts")).MARKET_AGGREGATES,
  pages: async () => (await import("./pages.ts")).MARKET_PAGES,
  methods: async () => (await import("./service.ts")).marketMethods,
};
