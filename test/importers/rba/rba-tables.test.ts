import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levelAtMonthEnds, RBA_TABLE_IMPORTER } from "../../../src/importers/rba/rba-importer.ts";
import type { SheetCell } from "../../../src/importers/run/import-file.ts";
import {
  cellsOf,
  importAll,
  importMade,
  REAL_DATA,
  realFile,
  rowsOf,
  tableOf,
  textFile,
  workbookFile,
} from "../../support/data/import-files.ts";
import { csvOf, rbaHeader } from "../../support/data/series-tables.ts";

const MONEY = [
  { title: "Cash Rate Target", id: "FIRMMCRT" },
  { title: "Volume of Cash Market Transactions", id: "FIRMMCRIV", unit: "$m" },
  { title: "1-month BABs/NCDs", id: "FIRMMBAB30", source: "ASX" },
];
const MONTHLY: SheetCell[][] = [
  ...rbaHeader("F1.1 INTEREST RATES AND YIELDS – MONEY MARKET", MONEY, "Monthly"),
  ["30/06/1969", "", "", 5.9],
  ["31/01/2026", 3.6, 1956],
  ["28/02/2026", 3.85, 2000, 3.9],
];
const RATIOS = [
  { title: "Household debt to income", id: "BHFDDIT", source: "ABS" },
  { title: "Housing interest payments to income", id: "BHFIPDH", type: "Seasonally adjusted" },
];

const OBSERVED = ["series_key", "period", "value", "published_on"];
/** Observations with the day on which their table was published. */
const publishedOn = (day: string, ...rows: [series: string, period: string, value: number][]) =>
  rows.map(([series, period, value]) => ({ series_key: `${series}.aus`, period, value, published_on: day }));

describe("RBA_TABLE_IMPORTER", () => {
  it("recognises the layout by title and header rows and nothing else", () => {
    expect(RBA_TABLE_IMPORTER.recognise(textFile("x", csvOf(MONTHLY)))?.what).toContain("table F1.1");
    expect(RBA_TABLE_IMPORTER.recognise(textFile("x.csv", "F1 something\na,b"))).toBeUndefined();
    expect(
      RBA_TABLE_IMPORTER.recognise(workbookFile("x.xlsx", { Data: [["F1"], ["Title"]] })),
    ).toBeUndefined();
  });

  it("reads ragged rows in base units and keeps series of other owners apart", () => {
    const combined = importAll(RBA_TABLE_IMPORTER, [textFile("f1.1.csv", csvOf(MONTHLY))]);
    expect(rowsOf(combined, "economic_observations")).toEqual(
      publishedOn(
        "2026-05-01",
        ["rates.cash_rate_target", "2026-01-01", 3.6],
        ["rates.cash_rate_target", "2026-02-01", 3.85],
        ["rates.volume_of_cash_market_transactions", "2026-01-01", 1_956_000_000],
        ["rates.volume_of_cash_market_transactions", "2026-02-01", 2_000_000_000],
        ["rates.1_month_babs_ncds", "1969-06-01", 5.9],
        ["rates.1_month_babs_ncds", "2026-02-01", 3.9],
      ),
    );
    const sources = rowsOf(combined, "economic_series").map((row) => row.source_key);
    expect(sources).toEqual(["rba-f1-1", "rba-f1-1", "rba-third-party"]);
    expect(combined.fragments[0].vintage).toBe("2026-05-01");
  });

  it("withholds series of other owners until the operator names them", async () => {
    const internal = async (allowed: string[]) => {
      const files = [textFile("f1.1.csv", csvOf(MONTHLY))];
      const series = tableOf(
        await importMade(files, { allowedSources: new Set(allowed) }),
        "economic_series",
      );
      return series.filter((row) => row.internal_only).map((row) => `${row.series_key} ${row.licence}`);
    };
    expect(await internal([])).toEqual(["rates.1_month_babs_ncds.aus proprietary-tos-restricted"]);
    expect(await internal(["rba-third-party"])).toEqual([]);
  });

  it("gives rates, credit growth and wealth as measures of the country too, growth also below zero", () => {
    const money = importAll(RBA_TABLE_IMPORTER, [textFile("f1.1.csv", csvOf(MONTHLY))]);
    expect(rowsOf(money, "house_prices")).toMatchObject([
      { region_code: "AUS", measure: "cash_rate", dwelling_type: "all", period: "2026-01-31", value: 3.6 },
      { region_code: "AUS", measure: "cash_rate", period: "2026-02-28", value: 3.85, unit: "percent" },
    ]);
    const credit = [
      ...rbaHeader(
        "D1 GROWTH IN SELECTED FINANCIAL AGGREGATES",
        [{ title: "Credit; Housing; 12-month ended growth", id: "DGFACH12" }],
        "Monthly",
      ),
      ["31/01/2026", 0],
      ["28/02/2026", -0.4],
    ];
    expect(
      rowsOf(importAll(RBA_TABLE_IMPORTER, [textFile("d1.csv", csvOf(credit))]), "house_prices"),
    ).toMatchObject([
      { measure: "housing_credit_growth", period: "2026-01-31", value: 0, period_freq: "M" },
      { measure: "housing_credit_growth", period: "2026-02-28", value: -0.4 },
    ]);
  });

  it("gives household debt to income as a ratio by quarter end and as a percentage series", () => {
    const rows = [
      ...rbaHeader("E2 HOUSEHOLD FINANCES", RATIOS, "Quarterly", 44652),
      [44561, 186.22, 5.5],
      [44742, null, null],
    ];
    for (const type of ["xlsx", "xls"] as const) {
      const combined = importAll(RBA_TABLE_IMPORTER, [
        workbookFile(`e2.${type}`, { Data: rows, Notes: [["E2"]] }, type),
      ]);
      expect(rowsOf(combined, "house_prices")).toMatchObject([
        { region_code: "AUS", measure: "debt_to_income", period: "2021-12-31", value: 1.8622, unit: "ratio" },
      ]);
      expect(cellsOf(rowsOf(combined, "economic_observations"), ...OBSERVED)).toEqual([
        ["households.household_debt_to_income.aus", "2021-10-01", 186.22, "2022-04-01"],
        ["households.housing_interest_payments_to_income.aus.seasadj", "2021-10-01", 5.5, "2022-04-01"],
      ]);
      expect(combined.fragments[0].vintage).toBe("2022-04-01");
    }
  });

  it("reads the yields of an older workbook, which numbers its table and names its rows in another way", () => {
    const bonds = [
      { title: "Commonwealth Government 2 year bond", id: "FCMYGBAG2D" },
      { title: "Commonwealth Government 10 year bond", id: "FCMYGBAG10D" },
    ];
    const older: Record<string, string> = { "Series ID": "Mnemonic", "Publication date": "Last updated" };
    const rows = rbaHeader("F02 CAPITAL MARKET YIELDS \u2013 GOVERNMENT BONDS", bonds, "Daily", 41305).map(
      ([label, ...cells]) => [older[String(label)] ?? label, ...cells],
    );
    const file = workbookFile(
      "f02_yields.xls",
      { Notes: [["F2"]], Data: [...rows, [41271, 2.66, 3.27], [41304, 2.81, 3.45]] },
      "xls",
    );
    expect(RBA_TABLE_IMPORTER.recognise(file)?.what).toBe(
      "RBA Statistical table F2: Capital market yields, government bonds, daily",
    );
    expect(rowsOf(importAll(RBA_TABLE_IMPORTER, [file]), "economic_observations")).toEqual(
      publishedOn(
        "2013-01-31",
        ["yields.commonwealth_government_2_year_bond_month_end", "2012-12-01", 2.66],
        ["yields.commonwealth_government_10_year_bond_month_end", "2012-12-01", 3.27],
      ),
    );
  });

  it("takes the last daily figure of each complete month, in Windows-1252 with trailing commas", () => {
    const rows = [
      ...rbaHeader("F1 INTEREST RATES \u2013 MONEY MARKET", MONEY.slice(0, 2), "Daily", "27-Feb-2026"),
      ["30-Jan-2026", 3.85, 1],
      ["29-Jan-2026", 3.6, 1],
      ["26-Feb-2026", 3.9, 1],
    ];
    const text = rows.map((row) => `${row.join(",")},,`).join("\r\n");
    const bytes = Uint8Array.from(text, (character) =>
      character === "\u2013" ? 0x96 : character.charCodeAt(0),
    );
    const file = textFile("f1.csv", bytes);
    expect(file.encoding).toBe("windows-1252");
    expect(rowsOf(importAll(RBA_TABLE_IMPORTER, [file]), "economic_observations")).toEqual(
      publishedOn("2026-02-27", ["rates.cash_rate_target_month_end", "2026-01-01", 3.85]),
    );
    expect(RBA_TABLE_IMPORTER.read(file).report.rejects).toMatchObject([
      { rule: "no monthly figure", count: 1 },
    ]);
  });

  it("holds an announced rate until the next announcement and reports announced ranges", () => {
    const columns = [
      { title: "Change in Cash Rate Target", id: "C" },
      { title: "New Cash Rate Target", id: "N" },
    ];
    const rows = [
      ...rbaHeader("A2 CHANGES IN MONETARY POLICY", columns, "As announced", "17-May-1990"),
      ["23-Jan-1990", "-0.50", "17.00 to 17.50"],
      ["15-Feb-1990", "-0.50", "16.5"],
      ["04-Apr-1990", "-1.00", "15"],
    ];
    const file = textFile("a2.csv", csvOf(rows));
    const observed = rowsOf(importAll(RBA_TABLE_IMPORTER, [file]), "economic_observations");
    expect(cellsOf(observed, "period", "value")).toEqual([
      ["1990-02-01", 16.5],
      ["1990-03-01", 16.5],
      ["1990-04-01", 15],
    ]);
    expect(RBA_TABLE_IMPORTER.read(file).report.rejects).toMatchObject([
      { rule: "no monthly figure", count: 1 },
      { rule: "not a number", count: 1, examples: [{ row: 12 }] },
    ]);
  });

  it("refuses tables it does not know, files without data and lost header rows", () => {
    const refuse = (rows: SheetCell[][], reason: RegExp) =>
      expect(() => RBA_TABLE_IMPORTER.read(textFile("bad.csv", csvOf(rows)))).toThrow(reason);
    refuse([["Z9 WEATHER"], ...MONTHLY.slice(1)], /bad\.csv: RBA table "Z9"; read are A2, D1, D2, E1, E2/);
    refuse(MONTHLY.slice(0, 11), /no data rows after row 11/);
    refuse(
      MONTHLY.map((row) => (row[0] === "Units" ? ["Unit", ...row.slice(1)] : row)),
      /no row "units"/,
    );
    refuse(
      MONTHLY.map((row) => (row[0] === "Publication date" ? [row[0], "soon"] : row)),
      /no readable publication date/,
    );
  });
});

describe("levelAtMonthEnds", () => {
  it("agrees with looking up the latest announcement at each month end", () => {
    const day = fc.date({ min: new Date("2000-01-01"), max: new Date("2004-12-31"), noInvalidDate: true });
    const announced = fc.uniqueArray(
      fc.record({ date: day.map((d) => d.toISOString().slice(0, 10)), value: fc.integer() }),
      {
        selector: ({ date }) => date,
        minLength: 1,
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(announced, (changes) => {
        const { lastDays, values } = levelAtMonthEnds(changes, "2005-03-09");
        const ordered = [...changes].sort((a, b) => (a.date < b.date ? -1 : 1));
        lastDays.forEach((end, i) => {
          expect(values[i]).toBe(ordered.findLast(({ date }) => date <= end)!.value);
        });
        expect(lastDays.at(-1)).toBe("2005-02-28");
      }),
    );
  });
});

describe.skipIf(REAL_DATA === undefined)("RBA_TABLE_IMPORTER on published files (TERRACE_REAL_DATA)", () => {
  it("reads E2 from the workbook as from its CSV export", () => {
    const book = RBA_TABLE_IMPORTER.read(realFile("rba/e02hist.xls.gz"));
    expect(book.part).toEqual(RBA_TABLE_IMPORTER.read(realFile("rba/derived-csv/e02hist.Data.csv.gz")).part);
    const debt = book.part.series.find(({ id }) => id === "BHFDDIT")!;
    expect([debt.lastDays[0], debt.lastDays.at(-1), debt.values.length]).toEqual([
      "1988-06-30",
      "2021-12-31",
      135,
    ]);
    expect([debt.values[0].toFixed(2), debt.values.at(-1)!.toFixed(2)]).toEqual(["63.05", "186.22"]);
    expect(book.report.vintage).toBe("2022-04-01");
  });

  it("reads every table, and the announced target equals the daily one at every month end", () => {
    const read = (name: string) => RBA_TABLE_IMPORTER.read(realFile(`rba/${name}`)).part.series;
    const counts = ["f1.1-data.csv.gz", "f5-data.csv.gz", "f6-data.csv.gz", "g1-data.csv.gz"].map(
      (name) => read(name).length,
    );
    expect(counts).toEqual([15, 30, 42, 20]);
    const announced = read("a2-data.csv.gz")[0];
    const daily = read("f1-data.daily.csv.gz")[0];
    expect(daily.lastDays.length).toBe(181);
    daily.lastDays.forEach((end, i) => {
      expect([end, announced.values[announced.lastDays.indexOf(end)]]).toEqual([end, daily.values[i]]);
    });
  });
});
