import { csv, json, type Sample, xlsx } from "./sample.ts";

const TAX_COLUMNS = ["Name", "ABN", "Total income $", "Taxable income $", "Tax payable $", "Income year"];
const TAX_ROWS = [
  ["EXAMPLE HOLDINGS LIMITED", 12004028077, 337911962, 6347804, 1904341, "2023-24"],
  ["ZEPHYR ALLOYS LIMITED", 94600082111, 159074147, null, null, "2023-24"],
];

const DIVIDENDS = `Weekly Roundup - ASX Dividends Declared
XAO 0.0 at 0-00-00T00:00:00. Processed Saturday at 2015-01-03T23:15:03+11:00.
Issuer Name,ASX Code,IFQ 1,Div 2,ETD 3,Frank%,Ex Date,Payable
Example Hldgs,ZZA,I,1.0,-,100,8 Jan,5 Feb
Zephyr Alloys,ZZB,F,102.09,-,25.00,24 Dec,27 Jan`;

const STATEMENTS = [
  {
    stock_code: "ZZA",
    annual: {
      income_statement: {
        "2025-06-30": { "Total Revenue": 28657, "Net Income": 10116, "Diluted EPS": 6.042 },
      },
      balance_sheet: { "2025-06-30": { "Total Assets": 1353799 } },
    },
    quarterly: {
      balance_sheet: { "2025-06-30": { "Total Debt": 216 }, "2024-12-31": { "Total Debt": 210 } },
    },
    last_updated: "2025-11-14T00:35:45.847934",
  },
];

/** Files about companies: tax, dividends, statements and the operator's own tables. */
export const STOCK_SAMPLES: readonly Sample[] = [
  csv("ato-corporate-tax", "tax-2023-24.csv", [TAX_COLUMNS, ...TAX_ROWS], TAX_COLUMNS),
  xlsx(
    "ato-corporate-tax",
    "tax-2023-24.xlsx",
    "Income tax details",
    [TAX_COLUMNS, ...TAX_ROWS],
    "ABN,Income year",
  ),
  csv(
    "dividend-lists",
    "Weekly - ASX Dividends Declared - 2015-01-03.csv",
    DIVIDENDS,
    "ASX Code,Div 2,Ex Date",
    { header: 2 },
  ),
  json("financial-statements", "statements.json", STATEMENTS, "stock_code,last_updated", 0),
  csv(
    "stock-tables",
    "periods.csv",
    `stock_code,period_type,period_end,revenue,eps_diluted,source,fetched_at
ZZA,annual,2026-06-30,48210000,0.139,own,2026-08-26T03:15:00Z
ZZA,half,2025-12-31,23000000,,own,2026-02-26T03:15:00Z`,
    "stock_code,period_end,source",
  ),
];
