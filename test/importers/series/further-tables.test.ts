import { describe, expect, it } from "vitest";
import { catalogueOfDescriptions } from "../../../src/importers/abs/abs-meaning.ts";
import { ABS_TIME_SERIES } from "../../../src/importers/abs/abs-time-series.ts";
import { RBA_TABLE_IMPORTER } from "../../../src/importers/rba/rba-importer.ts";
import type { SheetCell } from "../../../src/importers/run/import-file.ts";
import { importAll, rowsOf, workbookFile } from "../../support/data/import-files.ts";
import { absRows, rbaHeader } from "../../support/data/series-tables.ts";

/** Frequency of the catalogues that are not quarterly. */
const FREQUENCIES: Readonly<Record<string, [label: string, name: string, first: string]>> = {
  "5601.0": ["Month", "monthly", "2024-06-01"],
  "6202.0": ["Month", "monthly", "2024-06-01"],
  "6302.0": ["Biannual", "biannual", "2024-01-01"],
  "8731.0": ["Month", "monthly", "2024-06-01"],
};
const TYPES: Readonly<Record<string, string>> = { seasadj: "Seasonally Adjusted", trend: "Trend" };
/** By published unit: the unit of rows, and the value of 11 in it. */
const UNITS: Readonly<Record<string, [unit: string, eleven: number]>> = {
  Persons: ["persons", 11],
  "000": ["persons", 11e3],
  $: ["aud", 11],
  "$ Millions": ["aud", 11e6],
  "$'000": ["aud", 11e3],
  "Index Numbers": ["index", 11],
  Percent: ["percent", 11],
  Number: ["count", 11],
};

/** By catalogue and unit: keys, and the titles that get them. */
const CATALOGUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "3101.0/Persons": {
    "population.erp.total.nsw": "Estimated Resident Population ;  Persons ;  New South Wales ;",
    "population.erp.male.aus": "Estimated Resident Population ;  Male ;  Australia ;",
  },
  "5206.0/$ Millions": {
    "accounts.gross_domestic_product_chain_volume_measures.aus.seasadj":
      "Gross domestic product: Chain volume measures ;",
    "gdp.state_final_demand_chain_volume.total.tas.seasadj":
      "State final demand: Chain volume measures ;  Tasmania ;",
  },
  "5601.0/$ Millions": {
    "lending.new_commitments.owner_occupier.vic":
      "Households ;  Housing Finance ;  Owner occupier ;  Victoria ;  New loan commitments ;  Value ;",
    "lending.new_commitments.investor.aus.seasadj":
      "Households ;  Housing Finance ;  Investor ;  Total dwellings excluding refinancing ;  New loan commitments ;  Value ;",
  },
  "6202.0/000": {
    "labour.employed_persons.total.qld.seasadj": "Employed total ;  Persons ;  Queensland ;",
    "labour.employed_full_time.males.aus.trend": "> Employed full-time ;  > Males ;",
  },
  "6202.0/Percent": {
    "labour.unemployment_rate.total.aus.seasadj": "> Unemployment rate ;  Persons ;",
    "labour.unemployment_rate.total.nsw": "Unemployment rate ;  Persons ;  > New South Wales ;",
    "labour.participation_rate.total.vic.seasadj": "Participation rate ;  Persons ;  > Victoria ;",
    "labour.participation_rate.females.tas": "> Tasmania ;  > Females ;  Participation rate ;",
  },
  "6401.0/Index Numbers": {
    "cpi.index.all_groups.aus": "Index Numbers ;  All groups CPI ;  Australia ;",
    "cpi.index.all_groups.aus.seasadj": "Index Numbers ;  All groups CPI, seasonally adjusted ;  Australia ;",
  },
  "6401.0/Percent": {
    "cpi.annual_change.all_groups.aus":
      "Percentage Change from Corresponding Quarter of Previous Year ;  All groups CPI ;  Australia ;",
  },
  "6345.0/Percent": {
    "wages.wpi_yoy.vic":
      "Percentage Change from Corresponding Quarter of Previous Year ;  Total hourly rates of pay excluding bonuses ;  Victoria ;  Private and Public ;  All industries ;",
  },
  "6345.0/Index Numbers": {
    "wages.wage_price_index.total.vic":
      "Quarterly Index ;  Total hourly rates of pay excluding bonuses ;  Victoria ;  Private and Public ;  All industries ;",
  },
  "8731.0/Number": {
    "approvals.dwelling_units.total.nsw": "Total number of dwelling units ;  New South Wales ;",
  },
  "8731.0/$'000": {
    "approvals.value.value_of_residential_building.tas": "Value of residential building ;  Tasmania ;",
  },
  "6302.0/$": {
    "earnings.earnings.persons_full_time_adult_ordinary_time_earnings.aus.trend":
      "Earnings; Persons; Full Time; Adult; Ordinary time earnings ;",
  },
};

/** One case per key and title, with the two parts of the table's name. */
const casesOf = (tables: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.entries(tables).flatMap(([name, titles]) => {
    const [table, unit] = name.split(/\/(.*)/s);
    return Object.entries(titles).map(([key, title]) => [table, title, unit, key] as const);
  });

describe("further catalogues of the bureau", () => {
  it.each(casesOf(CATALOGUES))("are read: %s, %s", (catalogue, title, unit, key) => {
    const [label, frequency, period] = FREQUENCIES[catalogue] ?? ["Quarter", "quarterly", "2024-04-01"];
    const column = { title, id: "A1", unit, type: TYPES[key.split(".").at(-1)!], values: [10.5, 11] };
    const file = workbookFile("t.xlsx", {
      Index: [[`${catalogue} A title`]],
      Data1: absRows([column], ["Mar-2024", "Jun-2024"], label),
    });
    const combined = importAll(ABS_TIME_SERIES, [file]);
    const [baseUnit, value] = UNITS[unit];
    expect(rowsOf(combined, "economic_series")).toMatchObject([
      { series_key: key, unit: baseUnit, frequency },
    ]);
    expect(rowsOf(combined, "economic_observations").at(-1)).toMatchObject({ period, value });
  });

  it("are told by the words of their series where the file does not name them", () => {
    const titles = [...new Map(casesOf(CATALOGUES).map(([catalogue, title]) => [title, catalogue]))].filter(
      ([title, catalogue]) => catalogueOfDescriptions(["Trend", title]) === catalogue,
    );
    expect(new Set(titles.map(([, catalogue]) => catalogue))).toEqual(
      new Set(Object.keys(CATALOGUES).map((name) => name.split("/")[0])),
    );
  });
});

const MONTHLY: SheetCell[][] = [
  ["29-Feb-2012", 1.5],
  ["31-Mar-2012", 2],
];

/** A table of the bank in its workbooks' format. */
function rbaBook(first: string, title: string, unit: string, rows: SheetCell[][]) {
  const header = rbaHeader(first, [{ title, id: "XYZ", unit }], "Monthly", "05-Apr-2012");
  return workbookFile("rba.xls", { Data: [...header, ...rows] }, "xls");
}

/** By table and unit: keys, and the titles that get them. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "E1 HOUSEHOLD AND BUSINESS BALANCE SHEETS/$ billion": {
    "households.household_wealth.total_assets.aus": "Household wealth; Total assets",
  },
  "F2.1 CAPITAL MARKET YIELDS/Per cent per annum": {
    "yields.australian_government_10_year_bond.aus": "Australian Government 10 year bond",
  },
  "F4 RETAIL DEPOSIT AND INVESTMENT RATES/Per cent per annum": {
    "rates.retail_deposit_rates.term_deposits.aus": "Retail deposit rates; Term deposits",
  },
  "F11 EXCHANGE RATES/USD": { "rates.aud_usd.aus": "A$1=USD" },
  "D1 GROWTH IN SELECTED FINANCIAL AGGREGATES/Per cent": {
    "credit.credit.housing_monthly_growth.aus": "Credit; Housing; Monthly growth",
    "credit.growth_yoy.business.aus": "Credit; Business; 12-month ended growth",
  },
  "G1 CONSUMER PRICE INFLATION/Index, 2011/12=100": { "cpi.index.all_groups.aus": "Consumer price index" },
  "G1 CONSUMER PRICE INFLATION/Per cent": { "cpi.annual_change.all_groups.aus": "Year-ended inflation" },
};

describe("further tables of the bank", () => {
  it.each(casesOf(TABLES))("are read: %s", (table, title, unit, key) => {
    // Quarterly tables have a figure for March only.
    const rows = /^(E1|G1) /.test(table) ? MONTHLY.slice(1) : MONTHLY;
    const combined = importAll(RBA_TABLE_IMPORTER, [rbaBook(table, title, unit, rows)]);
    expect(rowsOf(combined, "economic_series").map(({ series_key }) => series_key)).toEqual([key]);
    const last = unit === "$ billion" ? 2e9 : 2;
    expect(rowsOf(combined, "economic_observations").at(-1)?.value).toBe(last);
  });

  it("are reported when their last rows are long before their publication", () => {
    const table = "F4 RETAIL DEPOSIT AND INVESTMENT RATES";
    const late = rbaBook(table, "Term deposits", "Per cent per annum", [["31-Mar-2011", 1]]);
    const { report } = RBA_TABLE_IMPORTER.read(late);
    expect(report.rejects).toMatchObject([{ rule: "rows may be missing", examples: [{ row: 12 }] }]);
  });
});
