import { describe, expect, it } from "vitest";
import { CORPORATE_TAX } from "../../../src/importers/stocks/corporate-tax.ts";
import { DIVIDEND_LISTS } from "../../../src/importers/stocks/dividend-lists.ts";
import { FINANCIAL_STATEMENTS } from "../../../src/importers/stocks/financial-statements.ts";
import { STOCK_TABLE_FILES } from "../../../src/importers/stocks/stock-tables.ts";
import {
  cellsOf,
  importAll,
  linesFile,
  rejectedRows,
  rowsOf,
  textFile,
  workbookFile,
} from "../../support/data/import-files.ts";

const TAX_HEADER = ["Name", "ABN", "Total income $", "Taxable income $", "Tax payable $", "Income year"];
const taxText = (...rows: string[]) => `${[TAX_HEADER.join(","), ...rows].join("\n")}\n`;
const ENTITY = ["EXAMPLE LIMITED", 12004028077, 1, null, null, "2023-24"];
const TAX_ROW = "EXAMPLE LIMITED,12004028077,337911962,6347804,1904341,2023-24";

describe("CORPORATE_TAX", () => {
  it("keeps a blank blank, pads a business number that lost its zeros, and counts 2023-24 as 2024", () => {
    const book = workbookFile("tax.xlsx", {
      Information: [["The cut-off date for the 2023-24 report was 18 August 2025. Words."]],
      "Income tax details": [TAX_HEADER, ["EXAMPLE LIMITED", 4028077123, 159074147, null, null, "2023-24"]],
      "PRRT details": [["Name", "ABN", "PRRT Payable $"]],
    });
    expect(CORPORATE_TAX.recognise(book)?.confidence).toBe(90);
    const { report } = CORPORATE_TAX.read(book);
    expect(report).toMatchObject({ vintage: "2025-08-18", rowsUsed: 1, rejects: [] });
    expect(rowsOf(importAll(CORPORATE_TAX, [book]), "corporate_tax")).toEqual([
      {
        abn: "04028077123",
        income_year: 2024,
        entity_name: "EXAMPLE LIMITED",
        total_income: 159_074_147,
        taxable_income: null,
        tax_payable: null,
        source: "ato-corporate-tax",
      },
    ]);
  });

  it.each([
    ["no business number", "EXAMPLE LIMITED,,1,1,1,2023-24"],
    ["no income year", "EXAMPLE LIMITED,12004028077,1,1,1,2023-25"],
    ["not an amount", "EXAMPLE LIMITED,12004028077,1,n/a,1,2023-24"],
    ["no total income", "EXAMPLE LIMITED,12004028077,,1,1,2023-24"],
    ["wrong number of cells", "EXAMPLE LIMITED,12004028077,1"],
    ["entity twice", TAX_ROW],
  ])("names a row with %s", (rule, row) => {
    const { report } = CORPORATE_TAX.read(textFile("tax.csv", taxText(TAX_ROW, row)));
    expect(rejectedRows(report)).toBe(`${rule} 3`);
    expect(report.rowsUsed).toBe(1);
  });

  it("refuses a file by its name: without a column, without rows, of a year later than its name or its cut-off", () => {
    const read = (name: string, text: string) => () => CORPORATE_TAX.read(textFile(name, text));
    expect(read("tax.csv", taxText(TAX_ROW).replace("ABN", "Number"))).toThrow('tax.csv: no column "abn"');
    expect(read("tax.csv", taxText())).toThrow("tax.csv: no entity in 0 rows");
    expect(read("tax-2022-23.csv", taxText(TAX_ROW))).toThrow(
      "tax-2022-23.csv: holds income year 2023-24, later than the 2022-23 of its name",
    );
    const early = workbookFile("tax.xlsx", {
      Information: [["The cut-off date for the 2022-23 report was 18 August 2023."]],
      "Income tax details": [TAX_HEADER, ENTITY],
    });
    expect(() => CORPORATE_TAX.read(early)).toThrow(
      "tax.xlsx: holds income year 2023-24, which was not over at its cut-off date 2023-08-18",
    );
  });

  it("looks for the cut-off date once in a text that names it without end", () => {
    const book = workbookFile("tax.xlsx", {
      Information: [Array.from({ length: 40 }, () => "cut-off date ".repeat(2_500))],
      "Income tax details": [TAX_HEADER, ENTITY],
    });
    expect(CORPORATE_TAX.read(book).report.vintage).toBe("2024-06-30");
  });
});

const LIST_HEADER = "Issuer Name,ASX Code,IFQ 1,Div 2,ETD 3,Frank%,Ex Date,Payable,,";
const list = (day: string, ...rows: string[]) =>
  [
    "Weekly Roundup - ASX Dividends Declared,,,",
    `"XAO 0.0 at 0-00-00T00:00:00. Processed Saturday at ${day}T23:15:03+11:00.",,`,
    ",,,",
    LIST_HEADER,
    ...rows,
    "",
  ].join("\n");
const listFile = (day: string, ...rows: string[]) =>
  textFile(`Weekly - ASX Dividends Declared - ${day}.csv`, list(day, ...rows));

describe("DIVIDEND_LISTS", () => {
  it("turns cents into dollars exactly, and finds the years of days around the turn of the year", () => {
    const file = listFile(
      "2015-01-03",
      "Example,ZZA,F,6.0663,-,25.00,29 Dec,27 Jan,0,",
      "Zephyr,ZZB,I,1.0,-,-,8 Jan,-,0,",
      "Quartz,ZZC,Q,0.07,-,100,31 Dec,2 Jan,0,",
    );
    expect(DIVIDEND_LISTS.recognise(file)?.confidence).toBe(85);
    const columns = ["stock_code", "ex_date", "payment_date", "amount_per_share", "franking_percentage"];
    const rows = rowsOf(importAll(DIVIDEND_LISTS, [file]), "dividends");
    expect(cellsOf(rows, ...columns, "dividend_type")).toEqual([
      ["ZZA", "2014-12-29", "2015-01-27", 0.060663, 25, "final"],
      ["ZZB", "2015-01-08", null, 0.01, null, "interim"],
      ["ZZC", "2014-12-31", "2015-01-02", 0.0007, 100, "quarterly"],
    ]);
  });

  it("takes an empty share of franking for one that is not stated", () => {
    const file = listFile("2015-01-03", "Example,ZZA,I,1.0,-,,8 Jan,5 Feb,0,");
    const rows = rowsOf(importAll(DIVIDEND_LISTS, [file]), "dividends");
    expect(rows.map((row) => row.franking_percentage)).toEqual([null]);
  });

  it("takes the newest of the lists that name a dividend, in whatever order they come", () => {
    const older = listFile("2015-01-03", "Example,ZZA,I,1.0,-,100,8 Jan,5 Feb,0,");
    const newer = listFile("2015-01-10", "Example,ZZA,I,1.5,-,100,8 Jan,5 Feb,0,");
    for (const files of [
      [older, newer],
      [newer, older],
    ]) {
      const rows = rowsOf(importAll(DIVIDEND_LISTS, files), "dividends");
      expect(rows.map((row) => row.amount_per_share)).toEqual([0.015]);
    }
  });

  it.each([
    ["not declared", "Example,ZZA,I,-,5.0675,-,8 Jan,5 Feb,0,"],
    ["not an amount", "Example,ZZA,I,?,-,-,8 Jan,5 Feb,0,"],
    ["no ex date", "Example,ZZA,I,1,-,-,31 Feb,5 Feb,0,"],
    ["no payment date", "Example,ZZA,I,1,-,-,8 Jan,soon,0,"],
    ["no franking", "Example,ZZA,I,1,-,101,8 Jan,5 Feb,0,"],
    ["no kind", "Example,ZZA,X,1,-,-,8 Jan,5 Feb,0,"],
    ["no code", "Example,Z,I,1,-,-,8 Jan,5 Feb,0,"],
  ])("names a row that is %s", (rule, row) => {
    const { report } = DIVIDEND_LISTS.read(listFile("2015-01-03", row));
    expect(rejectedRows(report)).toBe(`${rule} 5`);
  });

  it("refuses a list by its name: of another day than it says, without a day, a column or rows", () => {
    const row = "Example,ZZA,I,1.0,-,100,8 Jan,5 Feb,0,";
    const read = (name: string, text: string) => () => DIVIDEND_LISTS.read(textFile(name, text));
    expect(read("list 2016-01-02.csv", list("2015-01-03", row))).toThrow(
      "list 2016-01-02.csv: its file name says 2016-01-02, its text that it was made on 2015-01-03",
    );
    expect(read("list.csv", list("2015-02-30", row))).toThrow("list.csv: no processing date");
    expect(read("list.csv", list("2015-01-03", row).replace("Ex Date", "Date"))).toThrow(
      'list.csv: no column "ex date"',
    );
    expect(read("list.csv", list("2015-01-03"))).toThrow("list.csv: no rows below the header");
  });
});

const company = (more: object = {}) => ({
  stock_code: "ZZA",
  annual: {
    income_statement: {
      "2025-06-30": { "Total Revenue": 28657000000, "Net Income": null, "Diluted EPS": 6.042 },
    },
    cash_flow: { "2025-06-30": { "Operating Cash Flow": -825000000 } },
  },
  quarterly: { balance_sheet: { "2025-06-30": { "Total Debt": 2 }, "2024-12-31": { "Total Debt": 1 } } },
  last_updated: "2025-11-14T00:35:45.847934",
  ...more,
});
const statements = (...companies: unknown[]) => textFile("statements.json", JSON.stringify(companies));

describe("FINANCIAL_STATEMENTS", () => {
  it("joins the statements of a period, leaves nulls missing and the currency unstated", () => {
    const rows = rowsOf(importAll(FINANCIAL_STATEMENTS, [statements(company())]), "fundamentals_periods");
    expect(rows[0]).toEqual({
      stock_code: "ZZA",
      period_type: "annual",
      period_end: "2025-06-30",
      currency: "XXX",
      revenue: 28657000000,
      eps_diluted: 6.042,
      operating_cash_flow: -825000000,
      source: "vendor-statements",
      fetched_at: "2025-11-14T00:35:45Z",
    });
    expect(cellsOf(rows.slice(1), "period_type", "period_end", "total_debt")).toEqual([
      ["half", "2025-06-30", 2],
      ["half", "2024-12-31", 1],
    ]);
  });

  it("takes statements three months apart for quarters", () => {
    const quarterly = { balance_sheet: { "2025-06-30": {}, "2025-03-31": {} } };
    const combined = importAll(FINANCIAL_STATEMENTS, [statements(company({ quarterly }))]);
    const rows = rowsOf(combined, "fundamentals_periods");
    expect(rows.slice(1).map((row) => row.period_type)).toEqual(["quarter", "quarter"]);
  });

  it("refuses by its name a period from the future, a company without a stamp and a list without periods", () => {
    const future = { income_statement: { "2026-06-30": { "Total Revenue": 1 } } };
    const read = (one: unknown) => () => FINANCIAL_STATEMENTS.read(statements(one));
    expect(read(company({ annual: future }))).toThrow(
      "statements.json: ZZA annual: the period that ends on 2026-06-30 was not over when it was read on 2025-11-14",
    );
    expect(read(company({ last_updated: "lately" }))).toThrow(
      'statements.json: ZZA does not say when it was retrieved: last_updated is "lately"',
    );
    expect(read({ stock_code: "zz" })).toThrow("statements.json: no period of 1 companies");
    const cut = textFile("statements.json", JSON.stringify([company()]).slice(0, -20));
    expect(() => FINANCIAL_STATEMENTS.read(cut)).toThrow("statements.json: not JSON");
  });

  it("takes texts alone for texts: an object may refuse to become one", () => {
    const odd = { toString: 1, valueOf: 1 };
    const { report } = FINANCIAL_STATEMENTS.read(statements(company({ stock_code: odd }), company()));
    expect(rejectedRows(report)).toBe("no code 1");
    expect(() => FINANCIAL_STATEMENTS.read(statements(company({ last_updated: odd })))).toThrow(
      'statements.json: ZZA does not say when it was retrieved: last_updated is ""',
    );
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const text = JSON.stringify([company()]).replace("28657000000", deep);
    expect(FINANCIAL_STATEMENTS.read(textFile("deep.json", text)).report.rejects).toMatchObject([
      { rule: "not a figure", count: 1 },
    ]);
  });

  it("names a figure that is not a number and a company that occurs twice", () => {
    const broken = company({ annual: { income_statement: { "2025-06-30": { "Total Revenue": "#REF!" } } } });
    const { report } = FINANCIAL_STATEMENTS.read(statements(broken, company()));
    expect(report.rejects.map(({ rule }) => rule)).toEqual(["code twice", "not a figure"]);
  });
});

const PERIODS = "stock_code,period_type,period_end,revenue,source,fetched_at";

describe("STOCK_TABLE_FILES", () => {
  it("knows the table by its columns and gives every cell its type", () => {
    const file = textFile("own.csv", `${PERIODS}\nZZA,annual,2026-06-30,1.5e6,own,2026-08-26T03:15:00Z\n`);
    expect(STOCK_TABLE_FILES.recognise(file)?.what).toBe("rows of fundamentals_periods");
    expect(rowsOf(importAll(STOCK_TABLE_FILES, [file]), "fundamentals_periods")).toEqual([
      {
        stock_code: "ZZA",
        period_type: "annual",
        period_end: "2026-06-30",
        revenue: 1_500_000,
        source: "own",
        fetched_at: "2026-08-26T03:15:00Z",
      },
    ]);
    const codes = textFile("abn.csv", "stock_code,abn,confidence\nZZA,12004028077,0.9\n");
    expect(rowsOf(importAll(STOCK_TABLE_FILES, [codes]), "entity_codes")).toEqual([
      { stock_code: "ZZA", abn: "12004028077", confidence: 0.9 },
    ]);
    const columns = "id,stock_code,director_name,trade_type,trade_date,shares";
    const trades = linesFile("trades.csv", columns, "1,ZZA,Ada,buy,2026-10-21,");
    expect(rowsOf(importAll(STOCK_TABLE_FILES, [trades]), "director_trades")[0].shares).toBeNull();
  });

  it.each([
    ["period not over", "ZZA,annual,2026-09-30,1,own,2026-08-26T03:15:00Z"],
    ["not a double", "ZZA,annual,2025-06-30,much,own,2026-08-26T03:15:00Z"],
    ["not a date", "ZZA,annual,30/06/2025,1,own,2026-08-26T03:15:00Z"],
    ["not a date", "ZZA,annual,2025-02-30,1,own,2026-08-26T03:15:00Z"],
    ["not a timestamp", "ZZA,annual,2025-06-30,1,own,2026-02-30T03:15:00Z"],
    ["not a timestamp", "ZZA,annual,2025-06-30,1,own,2026-08-26T25:15:00Z"],
    ["not a text", ",annual,2025-06-30,1,own,2026-08-26T03:15:00Z"],
    ["row twice", "ZZA,annual,2026-06-30,2,own,2026-08-26T03:15:00Z"],
    ["wrong number of cells", "ZZA,annual"],
  ])("names a row that is %s", (rule, row) => {
    const good = "ZZA,annual,2026-06-30,1,own,2026-08-26T03:15:00Z";
    const { report } = STOCK_TABLE_FILES.read(textFile("own.csv", `${PERIODS}\n${good}\n${row}\n`));
    expect(rejectedRows(report)).toBe(`${rule} 3`);
  });

  it("takes whole numbers alone for counts", () => {
    const lines = ["ZZA,Refines,1.5", "ZZB,Refines,1250.0", "ZZC,Refines,1e999"];
    const file = textFile("own.csv", `stock_code,summary,employee_count\n${lines.join("\n")}\n`);
    const { part, report } = STOCK_TABLE_FILES.read(file);
    expect(part.rows).toEqual([{ stock_code: "ZZB", summary: "Refines", employee_count: 1250 }]);
    expect(report.rejects).toMatchObject([{ rule: "not a int", count: 2 }]);
  });

  it("refuses by its name a file with a strange column, without a required one or without rows", () => {
    const read = (header: string) => () => STOCK_TABLE_FILES.read(linesFile("own.csv", header));
    expect(read(`${PERIODS},turnover`)).toThrow('own.csv: fundamentals_periods has no column "turnover"');
    expect(read(PERIODS.replace(",source", ""))).toThrow('own.csv: no column "source"');
    expect(read(PERIODS)).toThrow("own.csv: no row of fundamentals_periods in 0 rows");
  });
});
