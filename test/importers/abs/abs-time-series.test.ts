import { describe, expect, it } from "vitest";
import { ABS_TIME_SERIES } from "../../../src/importers/abs/abs-time-series.ts";
import type { ImportFile, SheetCell } from "../../../src/importers/run/import-file.ts";
import { mergeFragments } from "../../../src/importers/run/merge.ts";
import {
  importAll,
  REAL_DATA,
  realFile,
  rejectedCounts,
  rejectedRows,
  rowsOf,
  textFile,
  workbookFile,
} from "../../support/data/import-files.ts";
import { absRows, csvOf, type SeriesColumn } from "../../support/data/series-tables.ts";

const QUARTERS = ["Mar-2020", "Jun-2020", "Sep-2020"];
const table = (columns: SeriesColumn[], periods: SheetCell[] = QUARTERS, frequency?: string) =>
  absRows(columns, periods, frequency);
const csv = (rows: SheetCell[][]) => csvOf(rows, "\r\n");
const fileOf = (name: string, ...columns: SeriesColumn[]) => textFile(name, csv(table(columns)));
const index = (title: string, type = "Original"): SeriesColumn => ({
  title,
  unit: "Index Numbers",
  type,
  id: `A${title.length}${type}`,
  values: [101.5, 102, 103],
});

const pay = (region: string) =>
  `Quarterly Index ;  Total hourly rates of pay excluding bonuses ;  ${region} ;  Private and Public ;  All industries ;`;

const MEAN: SeriesColumn = {
  title: "Mean price of residential dwellings ;  New South Wales ;",
  unit: "$'000",
  id: "A1",
  values: [540.8, 535.3, null],
};
const VALUE: SeriesColumn = {
  title: "Value of dwelling stock; Owned by All Sectors ;  Australia ;",
  unit: "$ Millions",
  id: "A2",
  values: [4_418_854, 4_400_528.1, 1],
};

/** The merged files, where newer ones replace older cells. */
function mergedPrices(files: readonly ImportFile[]) {
  const sources = new Map(ABS_TIME_SERIES.sources.map((source) => [source.id, source]));
  const merged = mergeFragments(importAll(ABS_TIME_SERIES, files).fragments, sources);
  return { merged, prices: merged.tables.find(({ table: name }) => name === "house_prices")!.rows };
}

describe("ABS_TIME_SERIES", () => {
  const file = fileOf("mean.csv", MEAN, VALUE);

  it("recognises the layout by its header rows, as CSV and as workbook, and nothing else", () => {
    expect(ABS_TIME_SERIES.recognise(file)?.what).toBe("ABS time series, Total Value of Dwellings (6432.0)");
    const book = workbookFile("x.xlsx", {
      Index: [["6432.0 Total Value of Dwellings"]],
      Data1: table([MEAN]),
    });
    expect(ABS_TIME_SERIES.recognise(book)?.confidence).toBe(90);
    expect(ABS_TIME_SERIES.recognise(textFile("x.csv", "a;b,c\n1,2"))).toBeUndefined();
    expect(ABS_TIME_SERIES.recognise(workbookFile("x.xlsx", { Data1: [["Unit"]] }))).toBeUndefined();
    expect(
      ABS_TIME_SERIES.recognise(textFile("x.xlsx", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]))),
    ).toBeUndefined();
  });

  it("gives prices in dollars by the last day of the quarter and series by its first", () => {
    const combined = importAll(ABS_TIME_SERIES, [file]);
    expect(rowsOf(combined, "house_prices")[0]).toEqual({
      region_code: "NSW",
      measure: "mean_price",
      dwelling_type: "all",
      period: "2020-03-31",
      period_freq: "Q",
      value: 540_800,
      unit: "AUD",
      source: "abs-dwelling-values",
      source_licence: "CC-BY-4.0",
    });
    expect(rowsOf(combined, "economic_observations")).toContainEqual({
      series_key: "dwellings.mean_price.nsw",
      period: "2020-01-01",
      value: 540_800,
      published_on: null,
    });
    expect(rowsOf(combined, "economic_observations")).toContainEqual({
      series_key: "dwellings.total_value.all_sectors.aus",
      period: "2020-04-01",
      value: 4_400_528_100_000,
      published_on: null,
    });
    expect(rowsOf(combined, "house_prices")).toHaveLength(5);
  });

  it("reads the same from a workbook", () => {
    const expected = ABS_TIME_SERIES.read(file).part;
    const serials = table([MEAN, VALUE], [43891, 43983, 44075]);
    const book = workbookFile("m.xlsx", { Index: [[null, "6432.0 Total"]], Data1: serials });
    expect(ABS_TIME_SERIES.read(book).part).toEqual(expected);
  });

  it("gives rents and wages of the country as measures next to its prices, and of no state", () => {
    const measures = (columns: SeriesColumn[]) =>
      rowsOf(importAll(ABS_TIME_SERIES, [fileOf("k.csv", ...columns)]), "house_prices").map(
        (row) =>
          `${row.region_code} ${row.measure} ${row.dwelling_type} ${row.period} ${row.value} ${row.unit}`,
      );
    const cpi = [
      index("Index Numbers ;  All groups CPI ;  Australia ;"),
      index("Index Numbers ;  Rents ;  Australia ;"),
      index("Index Numbers ;  Rents ;  Sydney ;"),
    ];
    expect(measures(cpi)).toEqual([
      "AUS rents_index all 2020-03-31 101.5 index",
      "AUS rents_index all 2020-06-30 102 index",
      "AUS rents_index all 2020-09-30 103 index",
    ]);
    const wages = [index(pay("Australia")), index(pay("Australia"), "Trend"), index(pay("Victoria"))];
    expect(measures(wages)[0]).toBe("AUS wage_index all 2020-03-31 101.5 index");
    expect(measures(wages)).toHaveLength(3);
  });

  it("keeps medians of capital cities as prices only and reports series without a place", () => {
    const city: SeriesColumn = {
      ...MEAN,
      title: "Median Price of Established House Transfers (Unstratified) ;  Sydney ;",
    };
    const odd: SeriesColumn = { ...MEAN, id: "A9", title: "Mean price of residential dwellings ;  Sydney ;" };
    const unknown: SeriesColumn = {
      ...MEAN,
      id: "A8",
      title: "Mean mood of residential dwellings ;  Tasmania ;",
    };
    const strange: SeriesColumn = { ...MEAN, id: "A7", unit: "furlongs" };
    const { part, report } = ABS_TIME_SERIES.read(fileOf("c.csv", city, odd, unknown, strange));
    const combined = ABS_TIME_SERIES.combine(
      [{ part, path: "", sha256: "", vintage: "2020-09-30" }],
      undefined as never,
    );
    expect(
      rowsOf(combined, "house_prices").map((r) => `${r.region_code} ${r.measure} ${r.dwelling_type}`),
    ).toContain("1GSYD median_price established_house");
    expect(rowsOf(combined, "economic_series")).toEqual([]);
    expect(rejectedCounts(report)).toBe("observation missing 4; series not mapped 1; unknown unit 1");
    expect(report.rejects[2].examples[0].reason).toContain('unit "furlongs"');
  });

  it("refuses a file that was cut, lost a header row, holds nothing or belongs to another catalogue", () => {
    const rows = table([MEAN]);
    const refuse = (content: SheetCell[][], reason: RegExp) =>
      expect(() => ABS_TIME_SERIES.read(textFile("bad.csv", csv(content)))).toThrow(reason);
    refuse(
      rows.slice(0, 12),
      /bad\.csv: cut short: A1 announces 3 observations .* found rows for 2, the last in row 12/,
    );
    refuse(rows.slice(0, 10), /no data rows after row 10/);
    refuse(
      rows.map((row) => (row[0] === "Series ID" ? ["Series Key", ...row.slice(1)] : row)),
      /no row "series id"/,
    );
    refuse(
      rows.map((row) => (row[0] === "Unit" ? ["Einheit", ...row.slice(1)] : row)),
      /no row "unit"/,
    );
    const other = workbookFile("o.xlsx", { Index: [["5999.0 National Accounts"]], Data1: rows });
    expect(() => ABS_TIME_SERIES.read(other)).toThrow(/catalogue 5999\.0; read are 6432\.0/);
  });

  it("reports cells that are not numbers, rows without a date and periods that stand twice", () => {
    const rows = table([{ ...MEAN, values: [1, "1.2.3", 3] }]);
    rows.push(["Someday", 5], ["Jun-2020", 6], ["Sep-2020", 7]);
    const { report } = ABS_TIME_SERIES.read(textFile("odd.csv", csv(rows)));
    expect(rejectedRows(report)).toBe("no date 14; not a number 12; observation missing 12; period twice 16");
  });

  it.each(["Fortnight", "constructor", "__proto__"])("reports a frequency of %s as none", (frequency) => {
    const { report } = ABS_TIME_SERIES.read(textFile("odd.csv", csv(table([MEAN], QUARTERS, frequency))));
    expect(report.rejects.map(({ rule }) => rule)).toContain("unknown frequency");
  });

  it("lets a newer vintage replace revised cells and keeps what it no longer carries", () => {
    const newer = table([{ ...MEAN, values: [541, 536] }], ["Jun-2020", "Dec-2020"]);
    const { merged, prices } = mergedPrices([textFile("new.csv", csv(newer)), fileOf("old.csv", MEAN)]);
    expect(prices.map((row) => [row.period, row.value])).toEqual([
      ["2020-03-31", 540_800],
      ["2020-06-30", 541_000],
      ["2020-12-31", 536_000],
    ]);
    expect(merged.vintages.get("abs-dwelling-values")).toEqual(["2020-06-30", "2020-12-31"]);
  });
});

describe.skipIf(REAL_DATA === undefined)("ABS_TIME_SERIES on published files (TERRACE_REAL_DATA)", () => {
  it("reads workbooks as their sheet exported to CSV, cell by cell", () => {
    for (const vintage of ["2022-06", "2024-06"]) {
      const book = ABS_TIME_SERIES.read(realFile(`abs-time-series/643201_to-${vintage}.xlsx`));
      const text = ABS_TIME_SERIES.read(
        realFile(`abs-time-series/derived-csv/643201_to-${vintage}.Data1.csv.gz`),
      );
      expect(book.part.series).toEqual(text.part.series);
      expect(book.part.series).toHaveLength(45);
    }
    const book = ABS_TIME_SERIES.read(realFile("abs-time-series/6416_rppi.xlsx"));
    expect(book.part.series).toEqual(
      ABS_TIME_SERIES.read(realFile("abs-time-series/abs_rppi_2003_2021.csv.gz")).part.series,
    );
  });
});
