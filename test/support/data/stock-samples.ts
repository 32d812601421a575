import type { Sample } from "./import-samples.ts";

const TAX_COLUMNS = ["Name", "ABN", "Total income $", "Taxable income $", "Tax payable $", "Income year"];
const TAX_ROWS = [
  ["EXAMPLE HOLDINGS LIMITED", 12004028077, 337911962, 6347804, 1904341, "2023-24"],
  ["ZEPHYR ALLOYS LIMITED", 94600082111, 159074147, null, null, "2023-24"],
];

const DIVIDEND_GRID = [
  ["Weekly Roundup - ASX Dividends Declared"],
  ["XAO 0.0 at 0-00-00T00:00:00. Processed Saturday at 2015-01-03T23:15:03+11:00."],
  ["Issuer Name", "ASX Code", "IFQ 1", "Div 2", "ETD 3", "Frank%", "Ex Date", "Payable"],
  ["Example Hldgs", "ZZA", "I", "1.0", "-", "100", "8 Jan", "5 Feb"],
  ["Zephyr Alloys", "ZZB", "F", "102.09", "-", "25.00", "24 Dec", "27 Jan"],
];

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
  {
    importerId: "ato-corporate-tax",
    name: "tax-2023-24.csv",
    format: "csv",
    grid: [TAX_COLUMNS, ...TAX_ROWS],
    header: 0,
    needed: ["Name", "ABN", "Total income $", "Taxable income $", "Tax payable $", "Income year"],
    anyColumnOrder: true,
  },
  {
    importerId: "ato-corporate-tax",
    name: "tax-2023-24.xlsx",
    format: "xlsx",
    sheet: "Income tax details",
    grid: [TAX_COLUMNS, ...TAX_ROWS],
    header: 0,
    needed: ["ABN", "Income year"],
    anyColumnOrder: true,
  },
  {
    importerId: "dividend-lists",
    name: "Weekly - ASX Dividends Declared - 2015-01-03.csv",
    format: "csv",
    grid: DIVIDEND_GRID,
    header: 2,
    needed: ["ASX Code", "Div 2", "Ex Date"],
    anyColumnOrder: true,
  },
  {
    importerId: "financial-statements",
    name: "statements.json",
    format: "json",
    grid: [[JSON.stringify(STATEMENTS)]],
    header: 0,
    needed: ["stock_code", "last_updated"],
    anyColumnOrder: true,
  },
  {
    importerId: "stock-tables",
    name: "periods.csv",
    format: "csv",
    grid: [
      ["stock_code", "period_type", "period_end", "revenue", "eps_diluted", "source", "fetched_at"],
      ["ZZA", "annual", "2026-06-30", 48210000, 0.139, "own", "2026-08-26T03:15:00Z"],
      ["ZZA", "half", "2025-12-31", 23000000, null, "own", "2026-02-26T03:15:00Z"],
    ],
    header: 0,
    needed: ["stock_code", "period_end", "source"],
    anyColumnOrder: true,
  },
];
