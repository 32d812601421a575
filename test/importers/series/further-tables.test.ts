import { describe, expect, it } from "vitest";
import { ABS_TIME_SERIES } from "../../../src/importers/abs/abs-time-series.ts";
import { RBA_TABLE_IMPORTER } from "../../../src/importers/rba/rba-importer.ts";
import type { SheetCell } from "../../../src/importers/run/import-file.ts";
import { importAll, rowsOf, workbookFile } from "../import-text.ts";

/** How often the catalogues appear that are not quarterly. */
const FREQUENCIES: Readonly<Record<string, [label: string, name: string, first: string]>> = {
  "5601.0": ["Month", "monthly", "2024-06-01"],
  "6202.0": ["Month", "monthly", "2024-06-01"],
  "6302.0": ["Biannual", "biannual", "2024-01-01"],
  "8731.0": ["Month", "monthly", "2024-06-01"],
};

/** A workbook of the bureau with one series. */
function absBook(catalogue: string, title: string, unit: string, type = "Original") {
  const [frequency] = FREQUENCIES[catalogue] ?? ["Quarter"];
  const rows: SheetCell[][] = [
    [null, title],
    ["Unit", unit],
    ["Series Type", type],
    ["Data Type", "FLOW"],
    ["Frequency", frequency],
    ["Collection Month", 3],
    ["Series Start", "Mar-2024"],
    ["Series End", "Jun-2024"],
    ["No. Obs", 2],
    ["Series ID", "A1"],
    ["Mar-2024", 10.5],
    ["Jun-2024", 11],
  ];
  return workbookFile("t.xlsx", { Index: [[`${catalogue} A title`]], Data1: rows });
}

describe("further catalogues of the bureau", () => {
  it.each([
    [
      "3101.0",
      "Estimated Resident Population ;  Persons ;  New South Wales ;",
      "Persons",
      "Original",
      "population.erp.total.nsw",
      "persons",
      11,
    ],
    [
      "3101.0",
      "Estimated Resident Population ;  Male ;  Australia ;",
      "Persons",
      "Original",
      "population.erp.male.aus",
      "persons",
      11,
    ],
    [
      "5206.0",
      "Gross domestic product: Chain volume measures ;",
      "$ Millions",
      "Seasonally Adjusted",
      "accounts.gross_domestic_product_chain_volume_measures.aus.seasadj",
      "aud",
      11e6,
    ],
    [
      "5601.0",
      "Households ;  Housing Finance ;  Owner occupier ;  Victoria ;  New loan commitments ;  Value ;",
      "$ Millions",
      "Original",
      "lending.new_commitments.owner_occupier.vic",
      "aud",
      11e6,
    ],
    [
      "5601.0",
      "Households ;  Housing Finance ;  Investor ;  Total dwellings excluding refinancing ;  New loan commitments ;  Value ;",
      "$ Millions",
      "Seasonally Adjusted",
      "lending.new_commitments.investor.aus.seasadj",
      "aud",
      11e6,
    ],
    [
      "5206.0",
      "State final demand: Chain volume measures ;  Tasmania ;",
      "$ Millions",
      "Seasonally Adjusted",
      "gdp.state_final_demand_chain_volume.total.tas.seasadj",
      "aud",
      11e6,
    ],
    [
      "6202.0",
      "Employed total ;  Persons ;  Queensland ;",
      "000",
      "Seasonally Adjusted",
      "labour.employed_persons.total.qld.seasadj",
      "persons",
      11e3,
    ],
    [
      "6202.0",
      "> Unemployment rate ;  Persons ;",
      "Percent",
      "Seasonally Adjusted",
      "labour.unemployment_rate.total.aus.seasadj",
      "percent",
      11,
    ],
    [
      "6202.0",
      "Participation rate ;  Persons ;  > Victoria ;",
      "Percent",
      "Seasonally Adjusted",
      "labour.participation_rate.total.vic.seasadj",
      "percent",
      11,
    ],
    [
      "6401.0",
      "Percentage Change from Corresponding Quarter of Previous Year ;  All groups CPI ;  Australia ;",
      "Percent",
      "Original",
      "cpi.annual_change.all_groups.aus",
      "percent",
      11,
    ],
    [
      "6345.0",
      "Percentage Change from Corresponding Quarter of Previous Year ;  Total hourly rates of pay excluding bonuses ;  Victoria ;  Private and Public ;  All industries ;",
      "Percent",
      "Original",
      "wages.wpi_yoy.vic",
      "percent",
      11,
    ],
    [
      "8731.0",
      "Total number of dwelling units ;  New South Wales ;",
      "Number",
      "Original",
      "approvals.dwelling_units.total.nsw",
      "count",
      11,
    ],
    [
      "6302.0",
      "Earnings; Persons; Full Time; Adult; Ordinary time earnings ;",
      "$",
      "Trend",
      "earnings.earnings.persons_full_time_adult_ordinary_time_earnings.aus.trend",
      "aud",
      11,
    ],
  ])("are read: %s, %s", (catalogue, title, unit, type, key, baseUnit, value) => {
    const combined = importAll(ABS_TIME_SERIES, [absBook(catalogue, title, unit, type)]);
    const [, frequency, period] = FREQUENCIES[catalogue] ?? ["", "quarterly", "2024-04-01"];
    expect(rowsOf(combined, "economic_series")).toMatchObject([
      { series_key: key, unit: baseUnit, frequency },
    ]);
    expect(rowsOf(combined, "economic_observations").at(-1)).toMatchObject({ period, value });
  });
});

/** A table of the bank as its workbooks have it; the label of the ids changed in 2014. */
function rbaBook(
  title: string,
  series: string,
  units: string,
  dates: SheetCell[][],
  idLabel = "Series ID",
  source = "RBA",
) {
  const rows: SheetCell[][] = [
    [title],
    ["Title", series],
    ["Description", series],
    ["Frequency", "Monthly"],
    ["Type", "Original"],
    ["Units", units],
    [null],
    [null],
    ["Source", source],
    ["Publication date", "05-Apr-2012"],
    [idLabel, "XYZ"],
    ...dates,
  ];
  return workbookFile("rba.xls", { Data: rows }, "xls");
}

describe("further tables of the bank", () => {
  const monthly: SheetCell[][] = [
    ["29-Feb-2012", 1.5],
    ["31-Mar-2012", 2],
  ];
  it.each([
    [
      "E1 HOUSEHOLD AND BUSINESS BALANCE SHEETS",
      "Household wealth; Total assets",
      "$ billion",
      monthly.slice(1),
      "households.household_wealth.total_assets.aus",
      2e9,
    ],
    [
      "F2.1 CAPITAL MARKET YIELDS",
      "Australian Government 10 year bond",
      "Per cent per annum",
      monthly,
      "yields.australian_government_10_year_bond.aus",
      2,
    ],
    [
      "F4 RETAIL DEPOSIT AND INVESTMENT RATES",
      "Retail deposit rates; Term deposits",
      "Per cent per annum",
      monthly,
      "rates.retail_deposit_rates.term_deposits.aus",
      2,
    ],
    ["F11 EXCHANGE RATES", "A$1=USD", "USD", monthly, "rates.aud_usd.aus", 2],
    [
      "D1 GROWTH IN SELECTED FINANCIAL AGGREGATES",
      "Credit; Housing; Monthly growth",
      "Per cent",
      monthly,
      "credit.credit.housing_monthly_growth.aus",
      2,
    ],
    [
      "D1 GROWTH IN SELECTED FINANCIAL AGGREGATES",
      "Credit; Business; 12-month ended growth",
      "Per cent",
      monthly,
      "credit.growth_yoy.business.aus",
      2,
    ],
    [
      "G1 CONSUMER PRICE INFLATION",
      "Consumer price index",
      "Index, 2011/12=100",
      monthly.slice(1),
      "cpi.index.all_groups.aus",
      2,
    ],
    [
      "G1 CONSUMER PRICE INFLATION",
      "Year-ended inflation",
      "Per cent",
      monthly.slice(1),
      "cpi.annual_change.all_groups.aus",
      2,
    ],
  ])("are read: %s", (title, series, units, rows, key, last) => {
    const combined = importAll(RBA_TABLE_IMPORTER, [rbaBook(title, series, units, rows)]);
    expect(rowsOf(combined, "economic_series").map(({ series_key }) => series_key)).toEqual([key]);
    expect(rowsOf(combined, "economic_observations").at(-1)?.value).toBe(last);
  });

  it("are read from the older workbooks, whose ids are called mnemonics", () => {
    const [newer, older] = ["Series ID", "Mnemonic"].map((label) =>
      rbaBook(
        "F4 RETAIL DEPOSIT AND INVESTMENT RATES",
        "Term deposits",
        "Per cent per annum",
        monthly,
        label,
      ),
    );
    expect(RBA_TABLE_IMPORTER.recognise(older)?.confidence).toBe(90);
    expect(RBA_TABLE_IMPORTER.read(older).part).toEqual(RBA_TABLE_IMPORTER.read(newer).part);
  });

  it("are reported when their last rows are long before their publication", () => {
    const old: SheetCell[][] = [["31-Mar-2011", 1]];
    const { report } = RBA_TABLE_IMPORTER.read(
      rbaBook("F4 RETAIL DEPOSIT AND INVESTMENT RATES", "Term deposits", "Per cent per annum", old),
    );
    expect(report.rejects).toMatchObject([{ rule: "rows may be missing", examples: [{ row: 12 }] }]);
  });
});
