import { describe, expect, it } from "vitest";
import { MELBOURNE_SALES } from "../../../src/importers/prices/melbourne-sales.ts";
import { SA_RENTS } from "../../../src/importers/prices/sa-rents.ts";
import { VIC_MEDIANS } from "../../../src/importers/prices/vic-medians.ts";
import {
  brokenBelow,
  cellsOf,
  importAll,
  linesFile,
  rejectedCounts,
  rejectedRows,
  rowsOf,
  textFile,
  workbookFile,
} from "../../support/data/import-files.ts";
import { price, SUBURBS } from "../few-suburbs.ts";

describe("VIC_MEDIANS", () => {
  const rows = [
    ["Locality", 2021, 2022, 2023, "Prelim   ", "22-23", "PA"],
    ["RICHMOND", 1_365_000, "-", 1_250_000, 1_300_000, -7, 4.7],
    ["HILLSIDE (MELTON)", "NA", 700_000, 710_000, "NA", 1, 1],
    ["HILLSIDE", 1, 2, 3, 4, 5, 6],
    ["CHELTENHAM EAST", 1, 2, 3, "x", 5, 6],
  ];
  const csv = rows.map((row) => row.join(",")).join("\n");

  it("gives yearly medians of houses from workbook and CSV alike, and the preliminary one by the day it was made", () => {
    const undated = workbookFile("Houses-by-suburb.xlsx", { "Table 1": rows });
    const book = workbookFile("Houses-by-suburb.xlsx", { "Table 1": rows }, "xlsx", "2024-05-16");
    const text = textFile("houses.csv", csv);
    expect(VIC_MEDIANS.recognise(book)?.what).toBe("Victorian suburb medians by year, house sales");
    expect(VIC_MEDIANS.read(undated)).toEqual(VIC_MEDIANS.read(text));
    // An undated file does not say which part of the year it covers.
    expect(VIC_MEDIANS.read(text).part.figures.filter(({ isPreliminary }) => isPreliminary)).toEqual([]);
    const combined = importAll(VIC_MEDIANS, [book], SUBURBS);
    const prices = rowsOf(combined, "house_prices");
    expect(prices.map(price)).toEqual([
      ["SUBURB:VIC-RICHMOND", "median_price", "house", "2021-12-31", 1_365_000],
      ["SUBURB:VIC-RICHMOND", "median_price", "house", "2023-12-31", 1_250_000],
      ["SUBURB:VIC-RICHMOND", "median_price", "house", "2024-05-16", 1_300_000],
      ["SUBURB:VIC-HILLSIDE-MELTON-VIC", "median_price", "house", "2022-12-31", 700_000],
      ["SUBURB:VIC-HILLSIDE-MELTON-VIC", "median_price", "house", "2023-12-31", 710_000],
    ]);
    expect(prices.map((row) => row.is_preliminary)).toEqual([false, false, true, false, false]);
    expect(rejectedRows(combined)).toBe("ambiguous suburb 4; unknown suburb 5");
  });

  it("refuses by its name a workbook whose first rows alone can be read, and a table without a full year", () => {
    const broken = brokenBelow(workbookFile("Houses-by-suburb.xlsx", { "Table 1": rows }));
    expect(VIC_MEDIANS.recognise(broken)).toBeDefined();
    expect(() => VIC_MEDIANS.read(broken)).toThrow(/^Houses-by-suburb\.xlsx: /);
    const undated = textFile("houses.csv", "Locality,Prelim,Prelim,Prelim\nRICHMOND,1,2,3\n");
    expect(() => VIC_MEDIANS.read(undated)).toThrow("houses.csv: no column of a full year in row 1");
  });

  it("takes more columns than a function takes arguments", () => {
    const wide = textFile("houses.csv", `Locality${",2021".repeat(200_000)}\nRICHMOND,7\n`);
    expect(VIC_MEDIANS.read(wide).report.vintage).toBe("2021-12-31");
  });

  it("refuses files that do not say what was sold or hold no figure, and reports odd cells and doubles", () => {
    const read = (content: string, name = "houses.csv") => VIC_MEDIANS.read(textFile(name, content));
    expect(() => read(csv, "table.csv")).toThrow(/houses, units or land/);
    expect(() => read(csv.split("\n")[0])).toThrow(/no figure below row 1/);
    expect(VIC_MEDIANS.recognise(textFile("houses.csv", csv.replaceAll(/20\d\d/g, "year")))).toBeUndefined();
    const { report } = read(`${csv}\nRICHMOND,1,2,3,4,5,6\nNOWHERE,x,,,,,`);
    expect(rejectedRows(report)).toBe("locality twice 6; not a price 7; preliminary without a date 1");
    const gap = read(csv.replace("2022", "2019").replace("2021", "2018"));
    expect(gap.report.rejects.find(({ rule }) => rule === "year missing")?.count).toBe(3);
  });
});

describe("MELBOURNE_SALES", () => {
  const header = "Suburb,Address,Rooms,Type,Price,Method,SellerG,Date,CouncilArea";
  const SOLD = { type: "h", price: "", method: "S", date: "3/09/2016" };
  const line = (i: number, rest: Partial<typeof SOLD> = {}) => {
    const { type, price, method, date } = { ...SOLD, price: String(500_000 + i), ...rest };
    return `Hillside,${i} A St,3,${type},${price},${method},Nobody,${date},Brimbank City Council`;
  };
  const lines = [1, 2, 3, 4, 5].map((i) => line(i));
  const sales = (name: string, ...rows: string[]) => linesFile(name, header, ...rows);

  it("gives quarterly medians of sold homes and knows which twin lies in Melbourne", () => {
    const file = textFile("m.csv", [header, ...lines].join("\n"));
    const combined = importAll(MELBOURNE_SALES, [file, sales("copy.csv", ...lines)], SUBURBS);
    expect(rowsOf(combined, "house_prices").map(price)).toEqual([
      ["SUBURB:VIC-HILLSIDE-MELTON-VIC", "median_price", "house", "2016-09-30", 500_003],
      ["SUBURB:VIC-HILLSIDE-MELTON-VIC", "transfer_count", "house", "2016-09-30", 5],
    ]);
  });

  it("calls a median of fewer than ten sales preliminary, and gives the number of sales with each", () => {
    const preliminary = (count: number) => {
      const many = Array.from({ length: count }, (_, i) => line(i + 1));
      // A later sale, so that the quarter is complete.
      const file = sales("m.csv", ...many, line(99, { date: "31/12/2016" }));
      const rows = rowsOf(importAll(MELBOURNE_SALES, [file], SUBURBS), "house_prices");
      return cellsOf(rows, "measure", "value", "is_preliminary");
    };
    const count = (sales: number) => ["transfer_count", sales, false];
    expect(preliminary(9)).toEqual([["median_price", 500_005, true], count(9)]);
    expect(preliminary(10)).toEqual([["median_price", 500_005.5, false], count(10)]);
  });

  it("counts a sale once that two files share, wherever it is in them", () => {
    const files = [sales("a.csv", ...lines), sales("b.csv", line(6), ...lines.toReversed())];
    const counts = rowsOf(importAll(MELBOURNE_SALES, files, SUBURBS), "house_prices")
      .map(price)
      .slice(1);
    expect(counts).toEqual([["SUBURB:VIC-HILLSIDE-MELTON-VIC", "transfer_count", "house", "2016-09-30", 6]]);
  });

  it("refuses dates whose month comes first, for the others would be other days", () => {
    const turned = lines.map((one) => one.replace("3/09/2016", "9/03/2016"));
    const file = sales("us.csv", ...turned, line(6, { date: "9/24/2016" }));
    expect(() => MELBOURNE_SALES.read(file)).toThrow(
      /us\.csv: the date "9\/24\/2016" has the month before the day/,
    );
  });

  it("reports rows that were not sold, have no price or stand twice, and refuses renamed columns", () => {
    const odd = [
      line(6, { method: "VB" }),
      line(7, { price: "" }),
      line(1),
      line(8, { date: "31/02/2017" }),
      line(9, { type: "castle" }),
      "Cut,1",
    ];
    const { report } = MELBOURNE_SALES.read(textFile("m.csv", [header, ...lines, ...odd].join("\n")));
    expect(rejectedRows(report)).toBe(
      "no date 10; no price 8; not sold 7; row twice 9; unknown type 11; wrong number of cells 12",
    );
    const renamed = linesFile("m.csv", header.replace("Price", "Preis"), ...lines);
    expect(() => MELBOURNE_SALES.read(renamed)).toThrow(/no column "price"/);
    expect(() => MELBOURNE_SALES.read(textFile("m.csv", header))).toThrow(/no sale with a price in 0 rows/);
  });
});

describe("SA_RENTS", () => {
  const top = [
    [null],
    [
      "Suburbs by dwelling type: Number of bonds lodged and median weekly rental, 1 April - 30 June 2023, South Australia",
    ],
    [
      ...[null, "Flats/Units", null, "Flats/Units Count", "Flats/Units Median"],
      ...["Houses Count", "Houses Median", "Total Count", "Total Median"],
    ],
    ["Row Labels", "Count", "Median", null, null, null, null, null, null],
    ["Metro", null, null, null, null, null, null, null, null],
  ];
  const rows = [
    ["Glenelg", 5, 1, 10, 380, "*", 600, 25, 450.5],
    ["O Halloran Hill", null, null, null, null, 30, 510, 30, 510],
    ["Metro Total", 1, 1, 1, 1, 1, 1, 1, 1],
    ["Grand Total", 1, 1, 4660, 390, 7945, 480, 12_945, 450],
  ];

  it("gives weekly rents by suburb and for the state and hides thin medians", () => {
    const file = workbookFile("rents.xlsx", { Suburb: [...top, ...rows], PC: [["x"]] });
    expect(SA_RENTS.recognise(file)?.what).toBe("South Australian rents by suburb");
    const combined = importAll(SA_RENTS, [file], SUBURBS);
    expect(rowsOf(combined, "house_prices").map(price)).toEqual([
      ["SUBURB:SA-GLENELG", "median_rent", "unit", "2023-06-30", 380],
      ["SUBURB:SA-GLENELG", "median_rent", "all", "2023-06-30", 450.5],
      ["SUBURB:SA-OHALLORAN-HILL", "median_rent", "house", "2023-06-30", 510],
      ["SUBURB:SA-OHALLORAN-HILL", "median_rent", "all", "2023-06-30", 510],
      ["SA", "median_rent", "unit", "2023-06-30", 390],
      ["SA", "median_rent", "house", "2023-06-30", 480],
      ["SA", "median_rent", "all", "2023-06-30", 450],
    ]);
    expect(SA_RENTS.read(file).report.rejects).toMatchObject([
      { rule: "one to five bonds", examples: [{ row: 6 }] },
    ]);
  });

  it("takes the state total of a postcode file to the prices and the postcodes to series", () => {
    const header =
      "Quarterperiodend,metro_restofstate,postcode,total_flats_count,total_flats_median$,total_houses_count,total_houses_median$,total_all_count,total_all_median$";
    const csv = `${header}\n2018-06,Metro,5000,870,345,150,392.5,1050,345\n2018-06,South Australia,Total,5530,290,1,350,12000,330`;
    const file = textFile("p.csv", csv);
    const { report } = SA_RENTS.read(file);
    expect(report).toMatchObject({ vintage: "2018-06-30", rowsUsed: 2, rejects: [] });
    const combined = importAll(SA_RENTS, [file]);
    const observations = Object.entries({ unit: 345, house: 392.5, all: 345 }).map(([kind, value]) => ({
      series_key: `rents.median_weekly.${kind}.5000`,
      period: "2018-04-01",
      value,
    }));
    expect(rowsOf(combined, "economic_series")).toMatchObject(
      observations.map(({ series_key }) => ({
        series_key,
        region_type: "postcode",
        region_code: "5000",
        unit: "aud",
      })),
    );
    expect(rowsOf(combined, "economic_observations")).toEqual(observations);
    expect(rowsOf(combined, "house_prices").map((row) => row.value)).toEqual([290, 350, 330]);
    const read = (content: string) => () => SA_RENTS.read(textFile("p.csv", content));
    expect(read(csv.split("\n").slice(0, 2).join("\n"))).toThrow(/no row "South Australia"/);
    expect(read(csv.replace("total_all_count", "n"))).toThrow(/no column "total_all_count"/);
  });

  it("reads the workbook's postcodes as the postcode files, and rejects what is none", () => {
    const codes = [
      [5000, null, null, 10, 380, "*", 600, 25, 450.5],
      ["Nowhere", null, null, null, null, 30, 510, 30, 510],
      [5072, null, null, null, null, 30, 510, 30, 510],
      ["Country", null, null, null, null, null, null, null, null],
      [5072, null, null, null, null, 20, 410, 20, 410],
      ["Grand Total", 1, 1, 4660, 390, 7945, 480, 12_945, 450],
    ];
    const file = workbookFile("rents.xlsx", { Suburb: [...top, ...rows], PC: [...top, ...codes] });
    expect(rowsOf(importAll(SA_RENTS, [file], SUBURBS), "economic_observations")).toEqual([
      { series_key: "rents.median_weekly.unit.5000", period: "2023-04-01", value: 380 },
      { series_key: "rents.median_weekly.all.5000", period: "2023-04-01", value: 450.5 },
    ]);
    expect(rejectedCounts(SA_RENTS.read(file).report)).toBe(
      "no postcode 2; one to five bonds 2; postcode in two parts of the state 1",
    );
  });

  it("refuses a workbook that was cut or lost its headings", () => {
    const refuse = (sheet: (string | number | null)[][], reason: RegExp) =>
      expect(() => SA_RENTS.read(workbookFile("r.xlsx", { Suburb: sheet }))).toThrow(reason);
    refuse([...top, ...rows.slice(0, 2)], /cut short: no row "Grand Total"/);
    refuse([...top.slice(0, 3), ...rows], /no row "Row Labels"/);
    refuse([top[1], top[3], ...rows], /no column "Flats\/Units Count"/);
  });
});
